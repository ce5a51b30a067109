import { packPreferences, sharedLogLikelihood } from "@tierwise/core-integrator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { emStep, winsOf } from "../../src/numerics/em-step.ts";
import { drawPreferences } from "../draw-preferences.ts";

test("no EM step lowers the penalized likelihood, for any starting point and any skew of the weights", () => {
  const items = 7;
  const { preferences } = drawPreferences({ items, samples: 12, tiers: 3, maxRanked: 5, seed: 8 });
  const packed = packPreferences(preferences, items);
  const starts = fc.array(fc.double({ min: -8, max: 8, noNaN: true }), { minLength: items, maxLength: items });
  const powers = fc.array(fc.double({ min: 0, max: 9, noNaN: true }), { minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(
      starts,
      powers,
      fc.constantFrom(0, 1e-9, 1e-3, 1, 1e3),
      fc.constantFrom(1, 2, 5),
      (start, powersOf, prior, maxTier) => {
        const weights = powersOf.map((power) => 10 ** power);
        const wins = winsOf(packed, weights, maxTier);
        const x = Float64Array.from(start);
        const gradient = new Float64Array(items);
        const valueAt = (w: Float64Array): number =>
          sharedLogLikelihood(w, packed, { gradient, weights, maxTier }) -
          (prior / 2) * w.reduce((sum, v) => sum + v * v, 0);
        const before = valueAt(x);
        for (let i = 0; i < items; i++) gradient[i] -= prior * x[i];
        expect(valueAt(emStep({ x, gradient }, wins, prior))).toBeGreaterThanOrEqual(before - 1e-11 * Math.abs(before));
      },
    ),
    { seed: 21 },
  );
});

test("without a prior, an EM step is Hunter's step, which reaches the maximum for two items", () => {
  const packed = packPreferences([{ tiers: [[0]] }, { tiers: [[1]] }], 2);
  const weights = [1e9, 1];
  const gradient = new Float64Array(2);
  sharedLogLikelihood([0, 0], packed, { gradient, weights });
  const [a, b] = emStep({ x: new Float64Array(2), gradient }, winsOf(packed, weights), 0);
  expect(a - b).toBeCloseTo(Math.log(1e9), 7);
});

test("with a prior, an EM step is finite even for an item that never wins", () => {
  // −5·e^δ − 1e-6·δ = 0 at δ = −W(5e6).
  const [delta] = emStep({ x: Float64Array.of(0), gradient: Float64Array.of(-5) }, Float64Array.of(0), 1e-6);
  expect(5 * Math.exp(delta)).toBeCloseTo(-1e-6 * delta, 15);
  expect(delta).toBeLessThan(-12);
});

test("winsOf counts items in every tier except the lowest nonempty one", () => {
  const preferences = packPreferences(
    [
      { tiers: [[0, 1], [2]] }, // All three items are above the rest.
      { tiers: [[0], [2], []], rest: "unobserved" },
      { tiers: [[3], [], [0, 1, 2]] }, // The rest is empty.
      { tiers: [[1]], rest: "unobserved" },
      { tiers: [] },
    ],
    4,
  );
  expect(Array.from(winsOf(preferences, undefined))).toEqual([2, 1, 1, 1]);
  expect(Array.from(winsOf(preferences, [1, 10, 100, 1000, 1]))).toEqual([11, 1, 1, 100]);
  expect(Array.from(winsOf(preferences, undefined, 1))).toEqual([1, 0, 1, 1]);
});
