import fc from "fast-check";
import { expect, test } from "vitest";
import { exact, tierAbove } from "../src/index.ts";

// Advantages of light, middle and heavy items, and of items at the boundaries between these kinds.
const advantage = fc.oneof(
  fc.double({ min: -3, max: 3, noNaN: true }),
  fc.double({ min: -60, max: 60, noNaN: true }),
  fc.double({ min: -5, max: -3, noNaN: true }),
  fc.double({ min: 40, max: 45, noNaN: true }),
  fc.double({ min: -1e4, max: 1e4, noNaN: true }),
);
const tier = fc.oneof(
  fc.array(advantage, { minLength: 1, maxLength: 14 }),
  fc
    .tuple(advantage, fc.array(fc.double({ min: 0, max: 0.1, noNaN: true }), { minLength: 8, maxLength: 14 }))
    .map(([d, offsets]) => offsets.map((o) => d + o)),
);

test("the adaptive rule agrees with the exact recursion, in value and gradient, on 60,000 tiers of every kind", () => {
  fc.assert(
    fc.property(tier, fc.double({ min: -100, max: 100, noNaN: true }), (advantages, rest) => {
      const top = Float64Array.from(advantages, (d) => d + rest);
      const gradient = new Float64Array(top.length);
      const expected = new Float64Array(top.length);
      const { logProbability, restGradient, error } = tierAbove(top, rest, gradient);
      const truth = tierAbove(top, rest, expected, { rule: exact() });
      expect(Math.abs(logProbability - truth.logProbability)).toBeLessThanOrEqual(error + truth.error);
      expect(error).toBeLessThanOrEqual(5e-12 * Math.max(1, Math.abs(truth.logProbability)));
      expect(Math.abs(restGradient - truth.restGradient)).toBeLessThanOrEqual(1e-11);
      for (const [i, g] of gradient.entries()) expect(Math.abs(g - expected[i])).toBeLessThanOrEqual(1e-11);
    }),
    { numRuns: 60_000 },
  );
});
