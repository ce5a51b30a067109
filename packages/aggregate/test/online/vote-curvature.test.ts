import { packPreferences, sharedInformation } from "@tierwise/core-integrator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { voteCurvature } from "../../src/online/vote-curvature.ts";

const votes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 5 }).chain((sizes) => {
  const length = sizes.reduce((sum, size) => sum + size, 0);
  const utilities = fc.array(fc.double({ min: -6, max: 6, noNaN: true }), { minLength: length, maxLength: length });
  return fc.record({ sizes: fc.constant(sizes), utilities });
});

function offsetsOf(sizes: readonly number[]): Int32Array {
  const offsets = new Int32Array(sizes.length + 1);
  for (const [m, size] of sizes.entries()) offsets[m + 1] = offsets[m] + size;
  return offsets;
}

test("the curvature equals the diagonal of the full information matrix", () => {
  fc.assert(
    fc.property(votes, ({ sizes, utilities }) => {
      const offsets = offsetsOf(sizes);
      const w = Float64Array.from(utilities);
      const tiers = sizes.map((size, m) => Array.from({ length: size }, (_, i) => offsets[m] + i));
      const full = sharedInformation(w, packPreferences([{ tiers, rest: "unobserved" }], w.length));
      const found = voteCurvature(w, offsets);
      for (let i = 0; i < w.length; i++) expect(Math.abs(found[i] - full[i * w.length + i])).toBeLessThan(1e-8);
    }),
  );
});

test("the curvature of a duel is the product of the two win probabilities", () => {
  const expected = 0.9 * 0.1;
  const [first, second] = voteCurvature(Float64Array.of(Math.log(9), 0), Int32Array.of(0, 1, 2));
  expect(first).toBeCloseTo(expected, 15);
  expect(second).toBeCloseTo(expected, 15);
});

test.each([[[900, -900, 900, -900]], [[-900, 900, -900, 900]], [[1e5, 0, -1e5, 3]], [[0, 0, 0, 0]]])(
  "the curvature is finite and nonnegative for utilities %j",
  (utilities) => {
    for (const offsets of [Int32Array.of(0, 2, 4), Int32Array.of(0, 1, 3, 4), Int32Array.of(0, 3, 4)]) {
      for (const h of voteCurvature(Float64Array.from(utilities), offsets)) {
        expect(h).toBeGreaterThanOrEqual(0);
        expect(h).toBeLessThan(10);
      }
    }
  },
);
