import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { logLikelihoodGradient, logLikelihoodRows, type Preference, packPreferences } from "../../src/index.ts";

const preferences: Preference[] = [
  { tiers: [[0, 1], [4]] },
  { tiers: [[3], [2, 5]], rest: "unobserved" },
  { tiers: [] },
  { tiers: [[0, 1, 2, 3, 4, 5, 6]] },
  { tiers: [[6], [], [0]] },
];
const packed = packPreferences(preferences, 7);
const scores = Float64Array.from({ length: 35 }, (_, i) => 3 * Math.sin(i * i));

describe("logLikelihoodRows", () => {
  test("equals logLikelihoodGradient row by row and applies the weights to the sum and the gradient", () => {
    const weights = [1, 2, 0.5, 3, 0];
    const gradient = new Float64Array(35).fill(Number.NaN);
    const values = new Float64Array(5);
    const total = logLikelihoodRows(scores, packed, { gradient, values, weights });
    let expected = 0;
    for (const [b, preference] of preferences.entries()) {
      const one = logLikelihoodGradient(scores.subarray(7 * b, 7 * b + 7), preference);
      expect(values[b]).toBe(one.logLikelihood);
      expected += weights[b] * one.logLikelihood;
      for (const [i, g] of one.gradient.entries()) expect(gradient[7 * b + i]).toBeCloseTo(weights[b] * g, 14);
    }
    expect(total).toBeCloseTo(expected, 13);
  });

  test("returns rounded double-precision results for Float32 scores and gradients", () => {
    const single = Float32Array.from(scores);
    const gradient = new Float32Array(35);
    const precise = new Float64Array(35);
    expect(logLikelihoodRows(single, packed, { gradient })).toBe(
      logLikelihoodRows(Float64Array.from(single), packed, { gradient: precise }),
    );
    expect(gradient).toEqual(Float32Array.from(precise));
  });

  test("can overwrite the scores with the gradient", () => {
    const gradient = new Float64Array(35);
    logLikelihoodRows(scores, packed, { gradient });
    const inPlace = scores.slice();
    logLikelihoodRows(inPlace, packed, { gradient: inPlace });
    expect(inPlace).toEqual(gradient);
  });

  test("returns correct results for a small problem after a larger one", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 2, max: 300 }), { minLength: 2, maxLength: 5 }), (sizes) => {
        for (const n of sizes) {
          const row = Float64Array.from({ length: n }, (_, i) => Math.sin(i));
          const tiers = [Array.from({ length: Math.ceil(n / 2) }, (_, i) => i)];
          const gradient = new Float64Array(n);
          logLikelihoodRows(row, packPreferences([{ tiers }], n), { gradient });
          expect(Math.abs(gradient.reduce((sum, g) => sum + g, 0))).toBeLessThanOrEqual(1e-12 * n);
        }
      }),
    );
  });

  test("gives no mass to an unnamed item with a score of -Infinity", () => {
    const two = packPreferences([{ tiers: [[0]] }], 3);
    const row = Float64Array.of(1, 0, Number.NEGATIVE_INFINITY);
    const gradient = new Float64Array(3);
    expect(logLikelihoodRows(row, two, { gradient })).toBeCloseTo(-Math.log1p(Math.exp(-1)), 15);
    expect(gradient[2]).toBeCloseTo(0, 300);
  });

  test("treats the rest as empty if every unnamed item has a score of -Infinity", () => {
    const all = packPreferences([{ tiers: [[0]] }], 3);
    const gradient = new Float64Array(3).fill(7);
    const row = Float64Array.of(1, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY);
    expect(logLikelihoodRows(row, all, { gradient })).toBe(0);
    expect([...gradient]).toEqual([0, 0, 0]);
  });

  test("ignores the scores of unobserved items", () => {
    const two = packPreferences([{ tiers: [[0], [1]], rest: "unobserved" }], 3);
    expect(logLikelihoodRows(Float64Array.of(0, 0, Number.NaN), two)).toBeCloseTo(Math.log(1 / 2), 15);
  });

  const bad: [string, () => unknown, string][] = [
    ["NaN in a tier", () => logLikelihoodRows(scores.with(7 + 3, Number.NaN), packed), "scores[10] is NaN"],
    ["NaN in the rest", () => logLikelihoodRows(scores.with(2, Number.NaN), packed), "scores[2] is NaN"],
    [
      "+∞ in the rest",
      () => logLikelihoodRows(scores.with(3, Number.POSITIVE_INFINITY), packed),
      "scores[3] is Infinity",
    ],
    [
      "−∞ in a tier",
      () => logLikelihoodRows(scores.with(0, Number.NEGATIVE_INFINITY), packed),
      "scores[0] is -Infinity",
    ],
    [
      "too few scores",
      () => logLikelihoodRows(scores.slice(1), packed),
      "scores has length 34; expected 35 for 5 rows of 7 items",
    ],
    [
      "a short gradient",
      () => logLikelihoodRows(scores, packed, { gradient: new Float64Array(7) }),
      "gradient has length 7; expected 35",
    ],
    [
      "short values",
      () => logLikelihoodRows(scores, packed, { values: new Float64Array(4) }),
      "values has length 4; expected 5",
    ],
    [
      "long weights",
      () => logLikelihoodRows(scores, packed, { weights: [1, 1, 1, 1, 1, 1] }),
      "weights has length 6; expected 5",
    ],
  ];
  test.each(bad)("rejects %s", (_, call, message) => {
    expect(call).toThrow(message);
  });

  test("packPreferences reports the index of an invalid observation", () => {
    expect(() => packPreferences([{ tiers: [[0]] }, { tiers: [[1, 1]] }], 3)).toThrow(
      "preferences[1]: tiers[0] contains item 1 twice",
    );
  });

  test("checking a row ignores values left over from a longer row", () => {
    const long = packPreferences([{ tiers: [[0]] }], 10);
    const bad = new Float64Array(10).fill(0);
    bad[9] = Number.NaN;
    expect(() => logLikelihoodRows(bad, long)).toThrow("scores[9] is NaN");
    const short = packPreferences([{ tiers: [[0]] }], 2);
    expect(logLikelihoodRows(Float64Array.of(0, Number.NEGATIVE_INFINITY), short)).toBe(0);
  });
});
