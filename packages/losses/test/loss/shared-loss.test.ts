import { type Preference, packPreferences } from "@tierwise/core-integrator";
import { centralDifferences, preferenceProblems } from "@tierwise/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type RankingLoss, rankNetLoss, sharedLoss } from "../../src/index.ts";
import { expectClose, maxNormError } from "../close.ts";
import { ownLoss } from "../own-loss.ts";
import { sixLosses } from "../six-losses.ts";

function summed(
  loss: RankingLoss,
  scores: readonly number[],
  preferences: readonly Preference[],
  weights: readonly number[],
): { value: number; gradient: Float64Array; size: number } {
  const gradient = new Float64Array(scores.length);
  const one = new Float64Array(scores.length);
  let value = 0;
  let size = 1;
  for (const [b, preference] of preferences.entries()) {
    const term = weights[b] * loss(scores, preference, one);
    value += term;
    size += Math.abs(term);
    for (const [i, g] of one.entries()) gradient[i] += weights[b] * g;
  }
  return { value, gradient, size };
}

/** Several observations of the same items, with large, small and empty rests. */
const manyObservations = fc
  .integer({ min: 2, max: 80 })
  .chain((items) =>
    fc.record({
      scores: fc.array(fc.double({ min: -8, max: 8, noNaN: true }), { minLength: items, maxLength: items }),
      preferences: fc.array(
        fc
          .record({
            order: fc.shuffledSubarray([...new Array(items).keys()]),
            cuts: fc.array(fc.integer({ min: 0, max: items }), { maxLength: 3 }),
            rest: fc.constantFrom("lowest" as const, "unobserved" as const),
          })
          .map(({ order, cuts, rest }): Preference => {
            const ends = [...cuts.map((cut) => Math.min(cut, order.length)).sort((a, b) => a - b), order.length];
            return { tiers: ends.map((end, m) => order.slice(m === 0 ? 0 : ends[m - 1], end)), rest };
          }),
        { minLength: 1, maxLength: 6 },
      ),
    }),
  )
  .map(({ scores, preferences }) => ({ scores, preferences, weights: preferences.map((_, b) => 1 + (b % 3) / 2) }));

describe.each([...sixLosses, ["a custom loss", ownLoss] as const])("sharedLoss of %s", (name, loss) => {
  const shared = sharedLoss(loss);

  test("returns weighted sums of values and gradients over observations", () => {
    fc.assert(
      fc.property(manyObservations, ({ scores, preferences, weights }) => {
        const gradient = new Float64Array(scores.length).fill(Number.NaN);
        const packed = packPreferences(preferences, scores.length);
        const value = shared(scores, packed, { gradient, weights });
        const expected = summed(loss, scores, preferences, weights);
        // The pairwise losses subtract at most 40² pairs among the named items, each with a term of up to 17. The listwise losses subtract
        // masses only if at least a thousandth of the total remains, so they lose at most three digits.
        const subtracted = name.startsWith("Rank") ? preferences.length * 40 * 40 * 17 : 0;
        expect(Math.abs(value - expected.value)).toBeLessThanOrEqual(1e-12 * expected.size + 1e-15 * subtracted);
        const largest = Math.max(1, ...expected.gradient.map(Math.abs));
        for (const [i, g] of gradient.entries()) {
          expect(Math.abs(g - expected.gradient[i])).toBeLessThanOrEqual(1e-12 * largest + 1e-16 * subtracted);
        }
        expectClose(shared(scores, packed, { weights }), value, 1e-14);
      }),
      { numRuns: 60 },
    );
  });

  test("returns a gradient that equals central differences", () => {
    fc.assert(
      fc.property(preferenceProblems(20, 4), ({ scores, preference }) => {
        if (name === "RankSVM") fc.pre(awayFromKinks(scores));
        const packed = packPreferences([preference, { tiers: [[1], [0]] }, { tiers: [[0]] }], scores.length);
        const gradient = new Float64Array(scores.length);
        shared(scores, packed, { gradient });
        const differences = centralDifferences((w) => shared(w, packed), Float64Array.from(scores));
        for (const [i, g] of gradient.entries()) expectClose(g, differences[i], 1e-7);
      }),
      { numRuns: 40 },
    );
  });

  test("sums only the selected observations, including repeated ones", () => {
    const scores = Array.from({ length: 40 }, (_, i) => 2 * Math.sin(i * i));
    const preferences: Preference[] = [{ tiers: [[3, 1], [7]] }, { tiers: [[0]] }, { tiers: [[5], [6, 9, 2]] }];
    const packed = packPreferences(preferences, 40);
    const gradient = new Float64Array(40);
    const value = shared(scores, packed, { gradient, subset: [2, 0, 2], weights: [1, Number.NaN, 0.5] });
    const expected = summed(loss, scores, [preferences[2], preferences[0], preferences[2]], [0.5, 1, 0.5]);
    expectClose(value, expected.value, 1e-13);
    expect(maxNormError(gradient, expected.gradient)).toBeLessThanOrEqual(1e-12);
  });

  test("returns a value of 0 and a gradient of 0 if there is nothing to sum", () => {
    const gradient = new Float64Array(3).fill(Number.NaN);
    expect(shared([1, 2, 3], packPreferences([], 3), { gradient })).toBe(0);
    expect(Array.from(gradient)).toEqual([0, 0, 0]);
    expect(shared([1, 2, 3], packPreferences([{ tiers: [[0]] }], 3), { subset: [] })).toBe(0);
  });

  test("returns the same result after calls with other sizes have reused its memory", () => {
    const sizes = [300, 20, 300];
    const [first, , last] = sizes.map((items) => {
      const scores = Float64Array.from({ length: items }, (_, i) => Math.cos(i * i));
      const preferences = [{ tiers: [[4, 9], [1], [2, 3]] }, { tiers: [Array.from({ length: 15 }, (_, i) => i)] }];
      return shared(scores, packPreferences(preferences, items), { gradient: new Float64Array(items) });
    });
    expect(last).toBe(first);
  });

  test("rejects arguments whose lengths do not match", () => {
    const packed = packPreferences([{ tiers: [[0]] }], 2);
    expect(() => shared([1], packed)).toThrow("scores has length 1; expected 2");
    expect(() => shared([1, Number.NaN], packed)).toThrow("scores[1] is NaN; expected a finite number");
    expect(() => shared([1, 2], packed, { gradient: new Float64Array(3) })).toThrow("gradient has length 3");
    expect(() => shared([1, 2], packed, { weights: [1, 1] })).toThrow("weights has length 2; expected 1");
    expect(() => shared([1, 2], packed, { subset: [1] })).toThrow(
      "subset[0] is 1; expected the index of an observation",
    );
  });
});

test("a loss with negative sampling is summed observation by observation", () => {
  const scores = Array.from({ length: 30 }, (_, i) => Math.sin(i));
  const preferences: Preference[] = [{ tiers: [[0, 1]] }, { tiers: [[2]] }];
  const drawn = (): RankingLoss => rankNetLoss({ negatives: { count: 5, seed: 3 } });
  const gradient = new Float64Array(30);
  const value = sharedLoss(drawn())(scores, packPreferences(preferences, 30), { gradient });
  const expected = summed(drawn(), scores, preferences, [1, 1]);
  expect(value).toBe(expected.value);
  expect(gradient).toEqual(expected.gradient);
});

/** Whether all score differences are far from 1, where the hinge has no derivative. */
function awayFromKinks(scores: readonly number[]): boolean {
  return scores.every((a) => scores.every((b) => Math.abs(Math.abs(a - b) - 1) > 0.01));
}
