import type { Preference } from "@tierwise/core-integrator";
import { preferenceProblems } from "@tierwise/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rankNetLoss } from "../../src/index.ts";
import { expectExact, maxNormError } from "../close.ts";
import { expectMillionPairSum, logistic, pairSum, softplus } from "../pair-sum.ts";

const { exp, log } = Math;
const loss = rankNetLoss();

describe("rankNetLoss", () => {
  const table: [string, number[], Preference, number][] = [
    ["one item above one: log(1 + e^{−2})", [3, 1], { tiers: [[0]] }, log(1 + exp(-2))],
    ["one item above two", [0, 1, -1], { tiers: [[0]] }, log(1 + exp(1)) + log(1 + exp(-1))],
    [
      "three tiers: every pair",
      [0, 1, 2],
      { tiers: [[2], [0], [1]] },
      log(1 + exp(-2)) + log(1 + exp(-1)) + log(1 + exp(1)),
    ],
    ["6 pairs of equal scores", [1e4, 1e4, 1e4, 1e4, 1e4], { tiers: [[0, 4]] }, 6 * log(2)],
    ["the wrong order at ±1e4", [-1e4, 1e4], { tiers: [[0]] }, 2e4],
    ["the right order at ±1e4", [1e4, -1e4], { tiers: [[0]] }, 0],
  ];
  test.each(table)("%s", (_, scores, preference, expected) => {
    expectExact(loss(scores, preference), expected, scores);
  });

  test.each([1e9, -1e9, 1e17, 1e300])("the loss is accurate for all other items even if one score is %d", (far) => {
    const scores = Float64Array.from({ length: 300 }, (_, i) => (i === 0 ? far : 2 * Math.sin(i * i)));
    const preference: Preference = { tiers: [Array.from({ length: 100 }, (_, i) => i)] };
    const gradient = new Float64Array(300);
    const expected = pairSum(scores, preference, softplus, logistic);
    expect(Math.abs(loss(scores, preference, gradient) / expected.sum - 1)).toBeLessThanOrEqual(1e-13);
    expect(maxNormError(gradient, expected.gradient)).toBeLessThanOrEqual(1e-13);
  });

  /** A few items, repeated so often that a direct sum over pairs would take too long. */
  const crowd = (scores: readonly number[], tiers: readonly (readonly number[])[]): [Float64Array, Preference] => {
    const copies = 40;
    const n = scores.length;
    const crowded = Float64Array.from({ length: copies * n }, (_, i) => scores[i % n] + 0.37 * Math.floor(i / n));
    const all = [...new Array(copies).keys()];
    return [crowded, { tiers: tiers.map((tier) => all.flatMap((c) => tier.map((item) => c * n + item))) }];
  };

  test.each([0.01, 1, 30, 1e4])("equals the pair sum to 1e-12, with its gradient, for scores within ±%d", (spread) => {
    fc.assert(
      fc.property(preferenceProblems(16, spread), (problem) => {
        const [scores, preference] = crowd(problem.scores, problem.preference.tiers);
        const gradient = new Float64Array(scores.length);
        const value = loss(scores, preference, gradient);
        const reference = pairSum(scores, preference, softplus, logistic);
        expect(Math.abs(value - reference.sum)).toBeLessThanOrEqual(1e-12 * reference.sum);
        expect(maxNormError(gradient, reference.gradient)).toBeLessThanOrEqual(1e-12);
        expect(loss(scores, preference)).toBe(value);
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    ["equal scores", () => 0],
    ["scores hundreds apart in the right order, with terms e^{w_j − w_i}", (i: number) => (i < 90 ? 200 : 0) + i / 9],
    ["scores hundreds apart in the wrong order", (i: number) => (i < 90 ? -200 : 0) + i / 9],
    ["every score in its own bin", (i: number) => 77 * ((i * 37) % 200)],
    ["bins that are too far apart for a table", (i: number) => 1e12 * ((i * 37) % 5) + (i % 3)],
  ])("equals the pair sum to 1e-12 for %s", (_, scoreOf) => {
    const scores = Float64Array.from({ length: 200 }, (_, i) => scoreOf(i));
    const preference = { tiers: [Int32Array.from({ length: 90 }, (_, i) => i)] };
    const gradient = new Float64Array(200);
    const value = loss(scores, preference, gradient);
    const reference = pairSum(scores, preference, softplus, logistic);
    expect(Math.abs(value - reference.sum)).toBeLessThanOrEqual(1e-12 * reference.sum);
    expect(maxNormError(gradient, reference.gradient)).toBeLessThanOrEqual(1e-12);
  });

  test("equals the pair sum for 500 of a million items in less than a second", () => {
    expectMillionPairSum(loss, softplus);
  });
});
