import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aliasTable, randomStream } from "../src/index.ts";

describe("aliasTable", () => {
  test("draws every index exactly in proportion to its weight", () => {
    const weights = fc.array(fc.oneof(fc.constant(0), fc.double({ min: 1e-9, max: 1e9, noNaN: true })), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(weights, (w) => {
        const sum = w.reduce((a, b) => a + b, 0);
        fc.pre(sum > 0);
        const draw = aliasTable(w);
        // Over a fine grid of uniform numbers, the fraction of draws that return an index is the probability of that index.
        const comb = 1000 * w.length;
        const counts = new Float64Array(w.length);
        for (let i = 0; i < comb; i++) counts[draw(() => (i + 0.5) / comb)]++;
        for (const [i, weight] of w.entries()) {
          expect(Math.abs(counts[i] / comb - weight / sum)).toBeLessThanOrEqual((2 * w.length + 2) / comb);
          if (weight === 0) expect(counts[i]).toBe(0);
        }
      }),
    );
  });

  test("always draws index 0 if there is only one weight", () => {
    expect(aliasTable([3])(randomStream(1))).toBe(0);
  });

  const bad: [string, number[], string][] = [
    ["a negative weight", [1, -1], "weights[1] is -1; expected a nonnegative finite number"],
    ["NaN", [Number.NaN], "weights[0] is NaN; expected a nonnegative finite number"],
    ["an infinite weight", [Number.POSITIVE_INFINITY], "weights[0] is Infinity; expected a nonnegative finite number"],
    ["only zeros", [0, 0], "weights add up to 0; expected a positive sum"],
    ["no weights", [], "weights add up to 0; expected a positive sum"],
  ];
  test.each(bad)("rejects %s", (_, weights, message) => {
    expect(() => aliasTable(weights)).toThrow(message);
  });
});
