import { preferencesFromGraphs } from "@tierwise/rank-breaking";
import { expect, test } from "vitest";
import { meanAndError, rankBreakingStudy, runStudy } from "../../src/index.ts";
import { simulateGraphs } from "../../src/rank-breaking/simulate-graphs.ts";

test("simulated graphs are acyclic and of the requested size, and do not change when users are added", () => {
  const few = simulateGraphs({ itemCount: 20, offered: 8, users: 5, seed: 3 });
  const more = simulateGraphs({ itemCount: 20, offered: 8, users: 30, seed: 3 });
  expect(more.graphs.slice(0, 5)).toEqual(few.graphs);
  expect(more.utilities.reduce((sum, q) => sum + q, 0)).toBeCloseTo(0, 10);
  const sizes = preferencesFromGraphs(more.graphs).flatMap(({ tiers }) => tiers.map(({ length }) => length));
  expect(more.graphs.every(({ items }) => new Set(Array.from(items)).size === 8)).toBe(true);
  expect(new Set(sizes).size).toBeGreaterThan(3);
});

test("enumeration gives the same error as the integral, and order 1 gives a larger error than the unlimited estimator", async () => {
  const settings = { itemCount: 12, offered: 10, users: [150], orders: [1, 4], enumerateUpTo: 4, seeds: [1, 2] };
  const run = await runStudy(rankBreakingStudy, { cells: rankBreakingStudy.cells(settings) });
  const { results: fits, summary: summaries } = run;
  expect(fits).toHaveLength(2 * 6);
  const errorOf = (estimator: string, by: string): number =>
    summaries.find((one) => one.estimator === estimator && one.by === by)?.meanSquaredError.mean ?? Number.NaN;
  expect(summaries.every(({ converged, seeds }) => converged && seeds === 2)).toBe(true);
  expect(errorOf("4", "enumeration")).toBeCloseTo(errorOf("4", "integral"), 8);
  expect(errorOf("unlimited", "integral")).toBeLessThan(errorOf("1", "integral"));
  expect(rankBreakingStudy.table(summaries).split("\n")).toHaveLength(2 + 6);
});

test("the mean and standard error of 1, 2, 3 are 2 and 1/√3", () => {
  expect(meanAndError([1, 2, 3])).toEqual({ mean: 2, standardError: Math.sqrt(1 / 3) });
});
