import { describe, expect, test } from "vitest";
import {
  costCells,
  fullMseGrid,
  lossOf,
  type MseCell,
  methods,
  mseCells,
  quickMseGrid,
  runCostCell,
  runMseCell,
} from "../../src/index.ts";

const cell: MseCell = { study: "mse", itemCount: 30, samples: 60, method: "PL-Partition", seed: 3, maxSteps: 300 };

describe("mseCells", () => {
  test("contains every combination of the paper's grid exactly once", () => {
    const cells = mseCells(fullMseGrid);
    expect(cells).toHaveLength(4 * 3 * 5 * 6);
    expect(new Set(cells.map((one) => JSON.stringify(one))).size).toBe(cells.length);
    expect(mseCells(quickMseGrid).length).toBeLessThan(100);
  });
});

describe("runMseCell", () => {
  test("gives a result that depends only on the cell, not on previous runs", () => {
    const { seconds: _first, ...first } = runMseCell(cell);
    runMseCell({ ...cell, itemCount: 20, method: "RankSVM" });
    const { seconds: _second, ...second } = runMseCell(cell);
    expect(second).toEqual(first);
    expect(runMseCell({ ...cell, seed: 4 }).mse).not.toBe(first.mse);
  });

  test("gives a smaller error than a fit of a single step, for every method", () => {
    for (const method of methods) {
      const fitted = runMseCell({ ...cell, method });
      const barely = runMseCell({ ...cell, method, maxSteps: 1 });
      expect(fitted.mse).toBeLessThan(barely.mse);
      expect(fitted.steps).toBeLessThanOrEqual(300);
      expect(barely.converged).toBe(false);
    }
  });

  test("rejects an unknown method with an error that lists the known ones", () => {
    expect(() => lossOf("RankBoost" as never)).toThrow(
      'method is "RankBoost"; expected one of PL-Partition, PL-LB, AttRank, RankNet, RankSVM, PL-TopK',
    );
  });
});

test("runCostCell measures the memory use and the time of the steps", () => {
  const [one] = costCells({ itemCounts: [50], seeds: [1], methods: ["AttRank"], steps: 40 });
  const result = runCostCell(one);
  expect(result).toMatchObject(one);
  expect(result.seconds).toBeGreaterThan(0);
  expect(result.bytes).toBeGreaterThan(0);
});
