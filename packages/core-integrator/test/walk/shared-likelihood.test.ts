import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { logLikelihoodGradient, type Preference, packPreferences, sharedLogLikelihood } from "../../src/index.ts";

/** The sum of the one-row function over the observations. */
function plainSum(
  scores: number[],
  preferences: Preference[],
  weights: number[],
): { value: number; gradient: Float64Array } {
  const gradient = new Float64Array(scores.length);
  let value = 0;
  for (const [b, preference] of preferences.entries()) {
    const one = logLikelihoodGradient(scores, preference);
    value += weights[b] * one.logLikelihood;
    for (const [i, g] of one.gradient.entries()) gradient[i] += weights[b] * g;
  }
  return { value, gradient };
}

const problem = fc.integer({ min: 1, max: 25 }).chain((n) =>
  fc.record({
    unit: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: n, maxLength: n }),
    spread: fc.constantFrom(0.1, 1, 5, 20, 100, 1000),
    tierOf: fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: n, maxLength: n }), {
      minLength: 1,
      maxLength: 6,
    }),
    unobserved: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    weights: fc.array(fc.double({ min: 0, max: 3, noNaN: true }), { minLength: 6, maxLength: 6 }),
  }),
);

describe("sharedLogLikelihood", () => {
  test("equals the sum over observations, even if the named items have nearly all of the mass", () => {
    fc.assert(
      fc.property(problem, ({ unit, spread, tierOf, unobserved, weights }) => {
        const scores = unit.map((u) => u * spread);
        const preferences = tierOf.map(
          (row, b): Preference => ({
            tiers: [0, 1, 2].map((m) => row.flatMap((t, item) => (t === m ? [item] : []))),
            rest: unobserved[b] ? "unobserved" : "lowest",
          }),
        );
        const gradient = new Float64Array(scores.length).fill(Number.NaN);
        const packed = packPreferences(preferences, scores.length);
        const value = sharedLogLikelihood(scores, packed, { gradient, weights: weights.slice(0, preferences.length) });
        const expected = plainSum(scores, preferences, weights);
        expect(Math.abs(value - expected.value)).toBeLessThanOrEqual(1e-11 * Math.max(1, Math.abs(expected.value)));
        const size = expected.gradient.reduce((most, g) => Math.max(most, Math.abs(g)), 1);
        for (const [i, g] of gradient.entries()) {
          expect(Math.abs(g - expected.gradient[i])).toBeLessThanOrEqual(1e-10 * size);
        }
      }),
      { numRuns: 400 },
    );
  });

  test("stays accurate if nearly every observation names an item that has nearly all of the mass", () => {
    const scores = Array.from({ length: 100 }, (_, i) => (i === 0 ? Math.log(99 * 99) : 0));
    const preferences = Array.from(
      { length: 2000 },
      (_, b): Preference => ({ tiers: [[0, 1 + (b % 30), 40 + (b % 7)]] }),
    );
    const gradient = new Float64Array(100);
    sharedLogLikelihood(scores, packPreferences(preferences, 100), { gradient });
    const expected = plainSum(scores, preferences, new Array(2000).fill(1)).gradient;
    expect(Math.abs(gradient[0] / expected[0] - 1)).toBeLessThanOrEqual(1e-9);
    for (const [i, g] of gradient.entries()) expect(Math.abs(g - expected[i])).toBeLessThanOrEqual(1e-12 * 2000);
  });

  test("sums over a subset, which may contain an observation twice", () => {
    const scores = [0.2, 1, -1, 0.4];
    const preferences: Preference[] = [{ tiers: [[0]] }, { tiers: [[1, 2]] }, { tiers: [[3], [0]] }];
    const packed = packPreferences(preferences, 4);
    const gradient = new Float64Array(4);
    const value = sharedLogLikelihood(scores, packed, { gradient, subset: [2, 0, 2], weights: [1, 1, 0.5] });
    const expected = plainSum(scores, [preferences[0], preferences[2]], [1, 1]);
    expect(value).toBeCloseTo(expected.value, 14);
    for (const [i, g] of gradient.entries()) expect(g).toBeCloseTo(expected.gradient[i], 14);
  });

  test("names the invalid argument", () => {
    const packed = packPreferences([{ tiers: [[0]] }], 3);
    const scores = [0, 1, 2];
    expect(() => sharedLogLikelihood([0, 1], packed)).toThrow("scores has length 2; expected 3");
    expect(() => sharedLogLikelihood([0, Number.NaN, 1], packed)).toThrow("scores[1] is NaN; expected a finite number");
    expect(() => sharedLogLikelihood(scores, packed, { gradient: new Float64Array(2) })).toThrow(
      "gradient has length 2; expected 3",
    );
    expect(() => sharedLogLikelihood(scores, packed, { weights: [1, 1] })).toThrow("weights has length 2; expected 1");
    expect(() => sharedLogLikelihood(scores, packed, { subset: [1] })).toThrow(
      "subset[0] is 1; expected the index of an observation, from 0 to 0",
    );
  });

  test("writes the unweighted log-likelihoods of the observations to `values`", () => {
    const preferences: Preference[] = [{ tiers: [[0], [1]] }, { tiers: [[0, 2]] }, { tiers: [[3]] }];
    const scores = [1, 0, -1, 0.5];
    const values = new Float64Array(3).fill(Number.NaN);
    sharedLogLikelihood(scores, packPreferences(preferences, 4), { values, weights: [5, 5, 5], subset: [0, 2] });
    for (const b of [0, 2]) {
      expect(Math.abs(values[b] - logLikelihoodGradient(scores, preferences[b]).logLikelihood)).toBeLessThan(1e-14);
    }
    expect(values[1]).toBeNaN();
  });
});
