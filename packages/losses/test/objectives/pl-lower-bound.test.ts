import type { Preference } from "@tierwise/core-integrator";
import { preferenceProblems } from "@tierwise/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plLowerBoundLoss, plPartitionLoss } from "../../src/index.ts";
import { expectClose, expectExact } from "../close.ts";

const { exp, log } = Math;
const loss = plLowerBoundLoss();

describe("plLowerBoundLoss", () => {
  const table: [string, number[], Preference, number][] = [
    ["one item above one: −log σ(w₀ − w₁)", [3, 1], { tiers: [[0]] }, -log(exp(3) / (exp(3) + exp(1)))],
    [
      "two items above one: −log(2!·softmax₀·softmax₁)",
      [0, 1, 2],
      { tiers: [[0, 1]] },
      -log((2 * exp(0) * exp(1)) / (exp(0) + exp(1) + exp(2)) ** 2),
    ],
    [
      "three tiers: each against itself and all lower tiers",
      [0, 1, 2, 3],
      { tiers: [[3], [0, 1]] },
      -log(exp(3) / (exp(0) + exp(1) + exp(2) + exp(3))) - log((2 * exp(0) * exp(1)) / (exp(0) + exp(1) + exp(2)) ** 2),
    ],
    ["3 of 7 equal items: −log(3!/7³)", [4, 4, 4, 4, 4, 4, 4], { tiers: [[0, 3, 5]] }, -log(6 / 343)],
    ["the wrong order at ±1e4", [-1e4, -1e4, 1e4], { tiers: [[0, 1]] }, 4e4 - log(2)],
    ["the right order at ±1e4: −log(2!/2²)", [1e4, 1e4, -1e4], { tiers: [[0, 1]] }, log(2)],
  ];
  test.each(table)("%s", (_, scores, preference, expected) => {
    expectExact(loss(scores, preference), expected, scores);
  });

  test("PL-LB is never below PL-Partition", () => {
    const exactLoss = plPartitionLoss();
    fc.assert(
      fc.property(preferenceProblems(200, 1000), ({ scores, preference }) => {
        const lower = exactLoss(scores, preference);
        expect(loss(scores, preference)).toBeGreaterThanOrEqual(lower - 1e-12 * Math.max(1, lower));
      }),
      { numRuns: 300 },
    );
  });

  test("PL-LB equals PL-Partition if every tier except the lowest has one item", () => {
    const scores = [0.4, -2, 3, 0.1, 1];
    expectClose(loss(scores, { tiers: [[2], [0], [4]] }), plPartitionLoss()(scores, { tiers: [[2], [0], [4]] }), 1e-14);
  });

  test("handles 1000 of 2000 equal items, although 1000! overflows", () => {
    let expected = 1000 * log(2000);
    for (let i = 2; i <= 1000; i++) expected -= log(i);
    const tier = Int32Array.from({ length: 1000 }, (_, i) => i);
    expectClose(loss(new Float64Array(2000), { tiers: [tier] }), expected, 1e-13);
  });
});
