import { exact, logLikelihoodGradient } from "@tierwise/core-integrator";
import { expect, test } from "vitest";
import { enumerationRule } from "../../src/rank-breaking/enumeration-rule.ts";

test("the sum over all orders gives the exact likelihood and gradient", () => {
  const scores = [0.5, -1, 2, 0.1, -0.7, 1.2, 0];
  const preference = { tiers: [[2], [0, 5, 1], [3, 4]] };
  const enumerated = logLikelihoodGradient(scores, preference, { rule: enumerationRule() });
  const expected = logLikelihoodGradient(scores, preference, { rule: exact() });
  expect(enumerated.logLikelihood).toBeCloseTo(expected.logLikelihood, 12);
  for (const [i, g] of enumerated.gradient.entries()) expect(g).toBeCloseTo(expected.gradient[i], 12);
});
