import { describe, expect, test } from "vitest";
import { disagreements, growthExponent, type MseResult, mseSlopes, summarizeMse } from "../../src/index.ts";

/** Results of two seeds whose errors are c/n, times 0.9 and 1.1. */
function results(factors: Partial<Record<MseResult["method"], number>>): MseResult[] {
  return Object.entries(factors).flatMap(([method, factor]) =>
    [100, 1000].flatMap((samples) =>
      [1, 2].map((seed): MseResult => {
        const mse = (factor * (seed === 1 ? 0.9 : 1.1)) / samples;
        const cell = { study: "mse", itemCount: 10, samples, method: method as MseResult["method"], seed } as const;
        return { ...cell, maxSteps: 9, mse, steps: 9, converged: seed === 1, validationLoss: 1, seconds: 1 };
      }),
    ),
  );
}

describe("a summary", () => {
  test("contains means and standard errors over seeds", () => {
    const [first] = summarizeMse(results({ "PL-LB": 2 }));
    expect(first).toMatchObject({ itemCount: 10, samples: 100, method: "PL-LB", seeds: 2, converged: 1 });
    expect(first.mean).toBeCloseTo(0.02, 12);
    // The standard deviation of ±0.002 is 0.002·√2; the standard error divides it by √2.
    expect(first.standardError).toBeCloseTo(0.002, 12);
  });

  test("contains the slope of log MSE against log n", () => {
    const [{ slope, method }] = mseSlopes(summarizeMse(results({ RankNet: 3 })));
    expect(method).toBe("RankNet");
    expect(slope).toBeCloseTo(-1, 12);
    expect(growthExponent([1, 2, 4], [3, 12, 48])).toBeCloseTo(2, 12);
  });

  test("lists exactly the cells that contradict the paper's finding", () => {
    expect(disagreements(results({ "PL-Partition": 1, "PL-LB": 2, "PL-TopK": 0.5 }))).toEqual([]);
    const found = disagreements(results({ "PL-Partition": 1, "PL-LB": 0.5, "PL-TopK": 1.5 }));
    expect(found.map(({ method, samples }) => [method, samples])).toEqual([
      ["PL-LB", 100],
      ["PL-LB", 1000],
      ["PL-TopK", 100],
      ["PL-TopK", 1000],
    ]);
    expect(found[0].logRatio).toBeCloseTo(Math.log(0.5), 12);
    expect(found[0].standardError).toBeCloseTo(0, 12);
  });
});
