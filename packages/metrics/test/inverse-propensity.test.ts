import { describe, expect, test } from "vitest";
import { inversePropensity } from "../src/index.ts";

describe("inversePropensity", () => {
  test("equals 1 + (ln N − 1)·(B + 1)^A·(N_l + B)^(−A) for the constants of the paper", () => {
    const c = (Math.log(12920) - 1) * 2.5 ** 0.55;
    expect(Array.from(inversePropensity([5231, 1, 0], 12920))).toEqual([
      1 + c * 5232.5 ** -0.55,
      1 + c * 2.5 ** -0.55,
      1 + c * 1.5 ** -0.55,
    ]);
  });

  test("is ln N for a label that occurs once, for any constants", () => {
    for (const model of [{}, { a: 0.5, b: 0.4 }, { a: 0.6, b: 2.6 }]) {
      expect(inversePropensity([1], 1000, model)[0]).toBeCloseTo(Math.log(1000), 13);
    }
  });

  test("equals the formula for other constants", () => {
    const [weight] = inversePropensity(Int32Array.of(6), 100, { a: 2, b: 4 });
    expect(weight).toBeCloseTo(1 + (Math.log(100) - 1) * (5 / 10) ** 2, 14);
  });

  test("is empty if there are no labels", () => {
    expect(inversePropensity([], 10)).toEqual(new Float64Array(0));
  });
});

describe("inversePropensity", () => {
  const refused: [string, unknown, number, object, string][] = [
    ["a negative count", [3, -1], 9, {}, "labelCounts[1] is -1; expected a nonnegative integer"],
    ["a fraction", [0.5], 9, {}, "labelCounts[0] is 0.5; expected a nonnegative integer"],
    ["no counts", null, 9, {}, "labelCounts is null; expected one count per label"],
    ["no rows", [1], 0, {}, "trainSize is 0; expected a number of at least 1"],
    ["NaN rows", [1], Number.NaN, {}, "trainSize is NaN; expected a number of at least 1"],
    ["a negative a", [1], 9, { a: -1 }, "a is -1; expected a nonnegative number"],
    ["b = 0", [1], 9, { b: 0 }, "b is 0; expected a positive number"],
  ];
  test.each(refused)("rejects %s", (_, counts, trainSize, model, message) => {
    expect(() => inversePropensity(counts as number[], trainSize, model)).toThrow(message);
  });
});
