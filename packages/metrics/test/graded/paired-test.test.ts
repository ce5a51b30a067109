import { describe, expect, test } from "vitest";
import { pairedTest } from "../../src/index.ts";

describe("pairedTest", () => {
  test("matches the closed form for one degree of freedom, the Cauchy distribution", () => {
    const { count, difference, standardError, interval, p } = pairedTest([1, 4], [0, 1]);
    expect([count, difference, standardError]).toEqual([2, 2, 1]);
    expect(p).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(2), 13);
    const half = Math.tan(0.95 * (Math.PI / 2));
    expect(interval[1] - 2).toBeCloseTo(half, 10);
  });

  test("matches the closed form for two degrees of freedom", () => {
    const { difference, standardError, p } = pairedTest([1, 2, 6], [0, 0, 0]);
    const t = difference / standardError;
    expect(p).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 13);
  });

  test("approaches the normal distribution for many lists", () => {
    const values = Float64Array.from({ length: 100_000 }, (_, i) => (i % 2 === 0 ? 1.02 : -0.98));
    const { interval, difference, standardError } = pairedTest(values, new Float64Array(100_000));
    expect((interval[1] - difference) / standardError).toBeCloseTo(1.95998, 4);
  });

  test("omits lists that were skipped for either model", () => {
    const skipped = Number.NaN;
    expect(pairedTest([1, skipped, 3, 5], [0, 1, skipped, 2]).difference).toBe(2);
  });

  test("the difference between equal models is 0, and p is NaN for a single list", () => {
    expect(pairedTest([1, 2], [1, 2])).toMatchObject({ difference: 0, interval: [0, 0], p: 1 });
    expect(pairedTest([1], [0]).p).toBeNaN();
  });

  test("rejects different numbers of lists and invalid levels", () => {
    expect(() => pairedTest([1], [1, 2])).toThrow(
      "first has length 1 and second has length 2; expected the same length",
    );
    expect(() => pairedTest([1], [1], { level: 95 })).toThrow("level is 95; expected a number between 0 and 1");
  });
});
