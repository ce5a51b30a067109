import { logLikelihoodGradient, midpoint } from "@tierwise/core-integrator";
import { normal, randomStream } from "@tierwise/random";
import { expect, test } from "vitest";
import { interpolatedMidpoint } from "../../src/sensitivity/interpolated-midpoint.ts";

const cases = [100, 1000, 10_000].flatMap((intervals) =>
  [0, 2, 5, 8].flatMap((shift) => (["row", "none"] as const).map((center) => ({ intervals, shift, center }))),
);

test.each(cases)(
  "interpolated sums equal the midpoint rule for T = $intervals, c = $shift, center = $center",
  (options) => {
    const random = randomStream(4);
    for (const n of [1, 3, 19, 60]) {
      const scores = new Float64Array(983).map(() => 3 * normal(random));
      const preference = { tiers: [Int32Array.from({ length: n }, (_, i) => i)] };
      const expected = logLikelihoodGradient(scores, preference, { rule: midpoint(options) });
      const found = logLikelihoodGradient(scores, preference, { rule: interpolatedMidpoint(options) });
      const scale = Math.max(1, Math.abs(expected.logLikelihood));
      expect(Math.abs(found.logLikelihood - expected.logLikelihood)).toBeLessThan(1e-10 * scale);
      for (const [i, g] of found.gradient.entries()) expect(Math.abs(g - expected.gradient[i])).toBeLessThan(1e-9);
    }
  },
);
