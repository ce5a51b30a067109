import { expect, test } from "vitest";
import { meets, type Suite } from "../src/suite.ts";
import { summary } from "../src/summary.ts";

test("a missed target stands out in the summary", () => {
  const suite: Suite = { name: "a", title: "A", run: () => ({ claims: [] }) };
  const claims = [
    { what: "fast", figure: 1.25, target: { atMost: 1.3 } },
    { what: "slow", figure: 0.5, target: { atLeast: 1 } },
  ];
  const text = summary([{ suite, report: { claims } }]);
  expect(text).toMatch(/fast .*1\.25 ×.*≤ 1\.30.*met/);
  expect(text).toMatch(/slow .*0\.500 ×.*≥ 1\.00.*MISSED/);
});

test("a figure that is not a number meets no target", () => {
  expect(meets({ what: "", figure: Number.NaN, target: { atMost: 1 } })).toBe(false);
  expect(meets({ what: "", figure: Number.NaN, target: { atLeast: 1 } })).toBe(false);
});
