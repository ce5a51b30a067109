import { exact, logLikelihoodGradient, midpoint, type Preference } from "@tierwise/core-integrator";
import { preferenceProblems } from "@tierwise/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plPartitionLoss } from "../../src/index.ts";
import { expectClose, expectExact } from "../close.ts";

const { exp, log } = Math;
const loss = plPartitionLoss();

describe("plPartitionLoss", () => {
  const table: [string, number[], Preference, number][] = [
    ["one item above one: −log σ(w₀ − w₁)", [3, 1], { tiers: [[0]] }, -log(exp(3) / (exp(3) + exp(1)))],
    [
      "two items above one: both orders",
      [0, 1, 2],
      { tiers: [[0, 1]] },
      -log(
        (1 / (1 + exp(1) + exp(2))) * (exp(1) / (exp(1) + exp(2))) +
          (exp(1) / (1 + exp(1) + exp(2))) * (1 / (1 + exp(2))),
      ),
    ],
    ["3 of 7 equal items: −log(3!·4!/7!)", [4, 4, 4, 4, 4, 4, 4], { tiers: [[0, 3, 5]] }, -log((6 * 24) / 5040)],
    ["nearly impossible at ±1e4: both orders equally likely", [-1e4, -1e4, 1e4], { tiers: [[0, 1]] }, 4e4 - log(2)],
    ["nearly certain at ±1e4", [1e4, 1e4, -1e4], { tiers: [[0, 1]] }, 0],
    ["equal scores of 1e4", [1e4, 1e4, 1e4, 1e4], { tiers: [[0, 1]] }, log(6)],
  ];
  test.each(table)("%s", (_, scores, preference, expected) => {
    expectExact(loss(scores, preference), expected, scores);
  });

  test("equals the negative log-likelihood, with its gradient, for any rule", () => {
    const rules = [undefined, exact(), midpoint({ intervals: 500, shift: 1 })];
    fc.assert(
      fc.property(preferenceProblems(12, 5), fc.constantFrom(...rules), ({ scores, preference }, rule) => {
        const options = rule === undefined ? {} : { rule };
        const gradient = new Float64Array(scores.length);
        const value = plPartitionLoss(options)(scores, preference, gradient);
        const likelihood = logLikelihoodGradient(scores, preference, options);
        expect(value).toBe(0 - likelihood.logLikelihood);
        expect(gradient).toEqual(likelihood.gradient.map((g) => 0 - g));
      }),
    );
  });

  test("omits the terms of tiers larger than maxTier", () => {
    const scores = [0.3, -1, 2, 0.5];
    const tiers = [[0], [1, 2]];
    expectClose(plPartitionLoss({ maxTier: 1 })(scores, { tiers }), loss(scores, { tiers: [[0]] }), 1e-15);
    expect(() => plPartitionLoss({ maxTier: 0 })).toThrow("maxTier is 0; expected a number of at least 1");
  });
});
