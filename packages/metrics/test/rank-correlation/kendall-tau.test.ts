import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { kendallTau } from "../../src/index.ts";

const { POSITIVE_INFINITY: inf, NaN: nan } = Number;
const near = (value: number, digits: number): number => (Number.isNaN(value) ? nan : expect.closeTo(value, digits));

describe("kendallTau", () => {
  const known: [string, ArrayLike<number>, ArrayLike<number>, number][] = [
    ["is 1 for the same order", [1, 2, 3], [10, 20, 30], 1],
    ["is −1 for reversed orders", [1, 2, 3], [5, 0, -5], -1],
    ["handles one exchange of neighbors", [1, 2, 3, 4], [1, 3, 2, 4], (5 - 1) / 6],
    ["handles a tie in one argument", [1, 2, 3], [1, 1, 2], 2 / Math.sqrt(3 * 2)],
    ["handles the same tie in both arguments", [1, 1, 2], [4, 4, 9], 1],
    ["handles different ties in both arguments", [1, 1, 2, 3], [1, 2, 2, 3], 4 / Math.sqrt(5 * 5)],
    ["handles infinite values", [-inf, 0, inf], Float32Array.of(-inf, inf, 0), (2 - 1) / 3],
    ["treats 0 and −0 as equal", [0, -0, 1], [1, 2, 3], 2 / Math.sqrt(2 * 3)],
    ["is NaN for a constant", [1, 1, 1], [1, 2, 3], nan],
    ["is NaN for two constants", [1, 1], [2, 2], nan],
    ["is NaN for one item", [1], [1], nan],
    ["is NaN for no items", [], [], nan],
  ];
  test.each(known)("%s", (_, x, y, expected) => {
    expect(kendallTau(x, y)).toEqual(near(expected, 15));
  });

  test("equals the value computed by counting pairs", () => {
    const pairs = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 60 });
    fc.assert(
      fc.property(pairs, (xy) => {
        const x = xy.map(([a]) => a);
        const y = xy.map(([, b]) => b);
        expect(kendallTau(x, y)).toEqual(near(byPairs(x, y), 14));
        expect(kendallTau(y, x)).toEqual(near(byPairs(x, y), 14));
      }),
    );
  });

  test("is exactly 1 for 100,000 items in the same order and −1 in reverse order", () => {
    const x = Float64Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 100_003);
    expect(kendallTau(x, x)).toBe(1);
    expect(
      kendallTau(
        x,
        x.map((value) => -value),
      ),
    ).toBe(-1);
  });

  test("rejects NaN and different lengths", () => {
    expect(() => kendallTau([1, nan], [1, 2])).toThrow("x[1] is NaN; expected a number");
    expect(() => kendallTau([1, 2], [nan, 2])).toThrow("y[0] is NaN; expected a number");
    expect(() => kendallTau([1, 2], [1])).toThrow("y has length 1; expected 2, the length of x");
  });
});

function byPairs(x: number[], y: number[]): number {
  let agreement = 0;
  let untiedInX = 0;
  let untiedInY = 0;
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < i; j++) {
      agreement += Math.sign(x[i] - x[j]) * Math.sign(y[i] - y[j]);
      untiedInX += Math.abs(Math.sign(x[i] - x[j]));
      untiedInY += Math.abs(Math.sign(y[i] - y[j]));
    }
  }
  return agreement / Math.sqrt(untiedInX * untiedInY);
}
