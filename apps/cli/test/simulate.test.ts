import { readFileSync } from "node:fs";
import { join } from "node:path";
import { mseCells, mseStudy, runStudy } from "@tierwise/studies";
import { expect, test } from "vitest";
import { temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });
const sizes = [
  "--items",
  "20",
  "--samples",
  "20,60",
  "--seeds",
  "1,2",
  "--steps",
  "60",
  "--methods",
  "PL-Partition,PL-LB",
];

test("`simulate mse` prints and stores results, and does not recompute stored results", async () => {
  const args = ["simulate", "mse", ...sizes, "--out", "mse.jsonl", "--threads", "1"];
  const { code, stdout } = await run(...args, "--json", "--plot", "mse.svg");
  expect(code).toBe(0);
  const { results, summaries } = JSON.parse(stdout);
  const methods = ["PL-Partition", "PL-LB"] as const;
  const cells = mseCells({ itemCounts: [20], samples: [20, 60], seeds: [1, 2], methods, maxSteps: 60 });
  const { results: expected } = await runStudy(mseStudy, { cells, threads: 1 });
  const figures = (all: readonly object[]) => all.map((one) => ({ ...one, seconds: 0 }));
  expect(figures(results)).toEqual(figures(expected));
  expect(summaries).toHaveLength(4);
  expect(readFileSync(join(folder, "mse.svg"), "utf8")).toContain("PL-Partition");

  const before = readFileSync(join(folder, "mse.jsonl"), "utf8");
  const again = await run(...args);
  expect(readFileSync(join(folder, "mse.jsonl"), "utf8")).toBe(before);
  expect(again.stdout).toMatch(/^ *N +n +PL-Partition +PL-LB\n20 +20 .*\*/);
});

test("`simulate cost` measures time and memory", async () => {
  const { stdout } = await run("simulate", "cost", "--items", "30", "--steps", "5", "--methods", "PL-LB", "--json");
  const { results } = JSON.parse(stdout);
  expect(results).toMatchObject([{ study: "cost", itemCount: 30, method: "PL-LB", steps: 5 }]);
  expect(results[0].seconds).toBeGreaterThan(0);
});
