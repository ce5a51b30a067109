import { expect, test } from "vitest";
import { suites } from "../src/suites/all-suites.ts";
import { groups, meets, type Suite } from "../src/timing/suite.ts";
import { type RunAbout, summary } from "../src/timing/summary.ts";

const about: RunAbout = { cpu: "a processor", cores: 2, node: "v22", kernelBuild: "simd", quick: true };
const suite: Suite = { name: "a", group: groups[0], title: "A", run: () => ({ claims: [] }) };

test("the summary shows a missed target in its table and in the list at the top", () => {
  const claims = [
    { what: "fast", figure: 1.25, target: { atMost: 1.3 }, context: "3.0 ms" },
    { what: "slow", figure: 0.5, target: { atLeast: 1 } },
    { what: "reported", figure: 2, quartiles: [1, 3] as const },
  ];
  const text = summary([{ suite, report: { claims } }], about);
  expect(text).toMatch(/fast .*1\.25 ×.*≤ 1\.30.*met.*3\.0 ms/);
  expect(text).toMatch(/slow .*0\.500 ×.*≥ 1\.00.*MISSED/);
  expect(text).toMatch(/reported .*2\.00 ×.*1\.00 – 3\.00/);
  expect(text).toContain("1 of 2 targets are missed:\n\n- `a`: slow\n");
});

test("the summary shows the machine and the skipped comparisons", () => {
  const report = { claims: [], skipped: ["Skipped: a peer."] };
  const text = summary([{ suite, report }], { ...about, peer: "PyTorch 1.13 with OpenBLAS" });
  expect(text).toContain("a processor, 2 cores, Node v22, kernels simd, PyTorch 1.13 with OpenBLAS. A quick run");
  expect(text).toContain("### A (`a`)\n\nSkipped: a peer.");
  expect(summary([], about)).toContain("no PyTorch");
});

test("the summary lists suites under the headings of their groups, in the order of the groups", () => {
  const last: Suite = { ...suite, name: "z", title: "Z", group: groups[groups.length - 1] };
  const text = summary(
    [last, suite].map((one) => ({ suite: one, report: { claims: [] } })),
    about,
  );
  expect(text.match(/^##.*$/gm)).toEqual([`## ${groups[0]}`, "### A (`a`)", `## ${groups.at(-1)}`, "### Z (`z`)"]);
});

test("suite names are unique, and every group has a suite", () => {
  expect(new Set(suites.map(({ name }) => name)).size).toBe(suites.length);
  expect(new Set(suites.map(({ group }) => group))).toEqual(new Set(groups));
});

test("a figure of NaN does not meet any target", () => {
  expect(meets({ what: "", figure: Number.NaN, target: { atMost: 1 } })).toBe(false);
  expect(meets({ what: "", figure: Number.NaN, target: { atLeast: 1 } })).toBe(false);
});
