import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { kendallTau } from "../../src/index.ts";

const { POSITIVE_INFINITY: inf, NaN: nan } = Number;
const near = (value: number, digits: number): number => (Number.isNaN(value) ? nan : expect.closeTo(value, digits));

describe("kendallTau", () => {
  const known: [string, ArrayLike<number>, ArrayLike<number>, number][] = [
    ["of the same order", [1, 2, 3], [10, 20, 30], 1],
    ["of reversed orders", [1, 2, 3], [5, 0, -5], -1],
    ["with one exchange of neighbors", [1, 2, 3, 4], [1, 3, 2, 4], (5 - 1) / 6],
    ["with a tie in one argument", [1, 2, 3], [1, 1, 2], 2 / Math.sqrt(3 * 2)],
    ["with the same tie in both", [1, 1, 2], [4, 4, 9], 1],
    ["with different ties in both", [1, 1, 2, 3], [1, 2, 2, 3], 4 / Math.sqrt(5 * 5)],
    ["with infinite values", [-inf, 0, inf], Float32Array.of(-inf, inf, 0), (2 - 1) / 3],
    ["with 0 and −0, which are equal", [0, -0, 1], [1, 2, 3], 2 / Math.sqrt(2 * 3)],
    ["with a constant", [1, 1, 1], [1, 2, 3], nan],
    ["of two constants", [1, 1], [2, 2], nan],
    ["of one item", [1], [1], nan],
    ["of no items", [], [], nan],
  ];
  test.each(known)("%s", (_, x, y, expected) => {
    expect(kendallTau(x, y)).toEqual(near(expected, 15));
  });

  test("equals the definition by counting pairs", () => {
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

  test("of 100,000 items is exactly 1 in the same order and −1 in reverse", () => {
    const x = Float64Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 100_003);
    expect(kendallTau(x, x)).toBe(1);
    expect(
      kendallTau(
        x,
        x.map((value) => -value),
      ),
    ).toBe(-1);
  });

  test("refuses NaN and different lengths", () => {
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
