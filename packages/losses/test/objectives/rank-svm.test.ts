import type { Preference } from "@tierwise/core-integrator";
import { preferenceProblems } from "@tierwise/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rankSvmLoss } from "../../src/index.ts";
import { maxNormError } from "../close.ts";
import { expectMillionPairSum, hinge, hingeSlope, pairSum } from "../pair-sum.ts";

const loss = rankSvmLoss();

describe("rankSvmLoss", () => {
  const table: [string, number[], Preference, number][] = [
    ["a difference of 0.5: 1 − 0.5", [2, 1.5], { tiers: [[0]] }, 0.5],
    ["a difference of exactly 1", [2, 1], { tiers: [[0]] }, 0],
    ["two items above two", [0, 1, 0.5, -3], { tiers: [[0, 1]] }, 1 + 0.5 + (1 - 0.5)],
    ["three tiers", [0, 0, 0], { tiers: [[0], [1], [2]] }, 3],
    ["6 pairs of equal scores", [1e4, 1e4, 1e4, 1e4, 1e4], { tiers: [[0, 4]] }, 6],
    ["the wrong order at ±1e4", [-1e4, 1e4], { tiers: [[0]] }, 1 + 2e4],
    ["the right order at ±1e4", [1e4, -1e4], { tiers: [[0]] }, 0],
  ];
  test.each(table)("%s", (_, scores, preference, expected) => {
    expect(loss(scores, preference)).toBe(expected);
  });

  test("the gradient is 0 for a pair with a difference of exactly 1", () => {
    const gradient = new Float64Array(3);
    loss([1, 0, 0.5], { tiers: [[0]] }, gradient);
    expect(Array.from(gradient)).toEqual([-1, 0, 1]);
  });

  test("equals the pair sum to 1e-12, with its gradient", () => {
    fc.assert(
      fc.property(preferenceProblems(120, 1e4), ({ scores, preference }) => {
        const gradient = new Float64Array(scores.length);
        const value = loss(scores, preference, gradient);
        const reference = pairSum(scores, preference, hinge, hingeSlope);
        expect(Math.abs(value - reference.sum)).toBeLessThanOrEqual(1e-12 * reference.sum);
        expect(gradient).toEqual(reference.gradient);
      }),
    );
  });

  test("handles ties and exact margins among integer scores", () => {
    const integers = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 2, maxLength: 60 });
    fc.assert(
      fc.property(integers, fc.integer({ min: 1, max: 5 }), (scores, tierCount) => {
        const tiers = Array.from({ length: tierCount }, (_, m) =>
          scores.flatMap((_, item) => (item % tierCount === m ? [item] : [])),
        );
        const gradient = new Float64Array(scores.length);
        const { sum, gradient: expected } = pairSum(scores, { tiers }, hinge, hingeSlope);
        expect(loss(scores, { tiers }, gradient)).toBe(sum);
        expect(maxNormError(gradient, expected)).toBe(0);
      }),
    );
  });

  test("equals the pair sum for 500 of a million items in less than a second", () => {
    expectMillionPairSum(loss, hinge);
  });
});
