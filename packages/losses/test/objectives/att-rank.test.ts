import type { Preference } from "@tierwise/core-integrator";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attRankLoss, plLowerBoundLoss } from "../../src/index.ts";
import { expectClose, expectExact } from "../close.ts";

const { exp, log, E } = Math;
const loss = attRankLoss();
const lse = (...w: number[]): number => log(w.reduce((sum, value) => sum + exp(value), 0));

describe("attRankLoss", () => {
  const table: [string, number[], Preference, number][] = [
    ["one item above one: −log σ(w₀ − w₁)", [3, 1], { tiers: [[0]] }, lse(3, 1) - 3],
    ["two items above one: mass ½ each", [0, 1, 2], { tiers: [[0, 1]] }, lse(0, 1, 2) - (0 + 1) / 2],
    [
      "relevances 2 and 1: masses e²/(e² + 2e) and e/(e² + 2e)",
      [0, 1, 2, 3],
      { tiers: [[3], [0, 1]] },
      lse(0, 1, 2, 3) - (exp(2) * 3 + exp(1) * 0 + exp(1) * 1) / (exp(2) + 2 * exp(1)),
    ],
    ["a named lowest tier", [0, 1, 2], { tiers: [[2], [0], [1]] }, lse(0, 1, 2) - (E ** 2 * 2 + E * 0) / (E ** 2 + E)],
    ["the wrong order at ±1e4", [-1e4, 1e4], { tiers: [[0]] }, 2e4],
    ["the right order at ±1e4", [1e4, 1e4, -1e4], { tiers: [[0, 1]] }, log(2)],
    ["equal scores of 1e4", [1e4, 1e4, 1e4, 1e4], { tiers: [[0, 1]] }, log(4)],
  ];
  test.each(table)("%s", (_, scores, preference, expected) => {
    expectExact(loss(scores, preference), expected, scores);
  });

  test("does not overflow for a thousand tiers", () => {
    const scores = new Float64Array(1001);
    expectClose(loss(scores, { tiers: Array.from({ length: 1000 }, (_, i) => [i]) }), log(1001), 1e-14);
  });

  test("with two tiers, AttRank equals (PL-LB + log n₁!)/n₁ in value and gradient", () => {
    const bound = plLowerBoundLoss();
    const problem = fc
      .array(fc.double({ min: -30, max: 30, noNaN: true }), { minLength: 2, maxLength: 40 })
      .chain((scores) => fc.tuple(fc.constant(scores), fc.integer({ min: 1, max: scores.length - 1 })));
    fc.assert(
      fc.property(problem, ([scores, n]) => {
        const preference = { tiers: [Array.from({ length: n }, (_, i) => i)] };
        const [one, other] = [new Float64Array(scores.length), new Float64Array(scores.length)];
        let logFactorial = 0;
        for (let i = 2; i <= n; i++) logFactorial += log(i);
        expectClose(n * loss(scores, preference, one), bound(scores, preference, other) + logFactorial, 1e-12);
        for (const [i, g] of one.entries()) expect(Math.abs(n * g - other[i])).toBeLessThanOrEqual(1e-13 * n);
      }),
    );
  });
});
