import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { spearman } from "../../src/index.ts";

const { POSITIVE_INFINITY: inf, NaN: nan } = Number;
const near = (value: number, digits: number): number => (Number.isNaN(value) ? nan : expect.closeTo(value, digits));

describe("spearman", () => {
  const known: [string, ArrayLike<number>, ArrayLike<number>, number][] = [
    ["is 1 for the same order", [1, 2, 3], [10, 200, 201], 1],
    ["is −1 for reversed orders", [1, 2, 3], [5, 0, -5], -1],
    ["is 1 − 6 Σd²/(N(N² − 1)) without ties", [1, 2, 3, 4, 5], [2, 1, 4, 3, 5], 1 - (6 * 4) / (5 * 24)],
    // The mid-ranks are (1.5, 1.5, 3) and (1, 2, 3); the mean of each is 2.
    ["gives tied items their mean rank", [7, 7, 8], [1, 2, 3], (0.5 + 0 + 1) / Math.sqrt((0.25 + 0.25 + 1) * 2)],
    ["handles infinite values", [-inf, 0, inf], Float32Array.of(-inf, inf, 0), 1 - (6 * 2) / (3 * 8)],
    ["is NaN for a constant", [1, 1, 1], [1, 2, 3], nan],
    ["is NaN for one item", [1], [1], nan],
    ["is NaN for no items", [], [], nan],
  ];
  test.each(known)("%s", (_, x, y, expected) => {
    expect(spearman(x, y)).toEqual(near(expected, 15));
  });

  test("equals Pearson's correlation of ranks computed by counting", () => {
    const pairs = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 40 });
    fc.assert(
      fc.property(pairs, (xy) => {
        const x = xy.map(([a]) => a);
        const y = xy.map(([, b]) => b);
        expect(spearman(x, y)).toEqual(near(pearson(x.map(rankIn(x)), y.map(rankIn(y))), 13));
      }),
    );
  });

  test("rejects NaN and different lengths", () => {
    expect(() => spearman([1, nan], [1, 2])).toThrow("x[1] is NaN; expected a number");
    expect(() => spearman([1], [1, 2])).toThrow("y has length 2; expected 1, the length of x");
  });
});

/** The number of smaller elements plus half the number of equal ones: the mid-rank up to a constant. */
const rankIn =
  (values: number[]) =>
  (value: number): number =>
    values.filter((other) => other < value).length + values.filter((other) => other === value).length / 2;

function pearson(x: number[], y: number[]): number {
  const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  const covariance = (a: number[], b: number[]): number =>
    mean(a.map((value, i) => (value - mean(a)) * (b[i] - mean(b))));
  const variances = covariance(x, x) * covariance(y, y);
  return variances === 0 ? nan : covariance(x, y) / Math.sqrt(variances);
}
