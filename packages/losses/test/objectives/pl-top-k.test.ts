import type { Preference } from "@tierwise/core-integrator";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plPartitionLoss, plTopKLoss } from "../../src/index.ts";
import { expectClose, expectExact } from "../close.ts";

const { exp, log } = Math;
const loss = plTopKLoss();

describe("plTopKLoss", () => {
  const table: [string, number[], Preference, number][] = [
    ["one item above one: −log σ(w₀ − w₁)", [3, 1], { tiers: [[0]] }, -log(exp(3) / (exp(3) + exp(1)))],
    [
      "item 1, then item 0, of three items",
      [0, 1, 2],
      { tiers: [[1, 0]] },
      -log(exp(1) / (exp(0) + exp(1) + exp(2))) - log(exp(0) / (exp(0) + exp(2))),
    ],
    [
      "the opposite order",
      [0, 1, 2],
      { tiers: [[0, 1]] },
      -log(exp(0) / (exp(0) + exp(1) + exp(2))) - log(exp(1) / (exp(1) + exp(2))),
    ],
    [
      "the lowest tier has no order, whether named or not",
      [0, 0, 0, 0],
      {
        tiers: [
          [3, 0],
          [1, 2],
        ],
      },
      log(4) + log(3),
    ],
    ["3 of 7 equal items: log 7·6·5", [4, 4, 4, 4, 4, 4, 4], { tiers: [[0, 3, 5]] }, log(7 * 6 * 5)],
    ["the wrong order at ±1e4", [-1e4, -1e4, 1e4], { tiers: [[0, 1]] }, 4e4],
    ["the right order at ±1e4: two equal items in a given order", [1e4, 1e4, -1e4], { tiers: [[0, 1]] }, log(2)],
  ];
  test.each(table)("%s", (_, scores, preference, expected) => {
    expectExact(loss(scores, preference), expected, scores);
  });

  const scoresOf = (most: number): fc.Arbitrary<number[]> =>
    fc.array(fc.double({ min: -30, max: 30, noNaN: true }), { minLength: 1, maxLength: most });

  test("the loss equals equation 1 if every tier has one item", () => {
    fc.assert(
      fc.property(scoresOf(30), (scores) => {
        let expected = 0;
        for (let i = 0; i < scores.length; i++) {
          expected += log(scores.slice(i).reduce((sum, w) => sum + exp(w - scores[i]), 0));
        }
        expectClose(loss(scores, { tiers: scores.map((_, i) => [i]) }), expected, 1e-13);
      }),
    );
  });

  test("the loss does not depend on how the items above the lowest tier are divided into tiers", () => {
    const scores = [0.4, -2, 3, 0.1, 1, 0];
    const whole = loss(scores, { tiers: [[2, 0, 4, 1]] });
    expectClose(loss(scores, { tiers: [[2, 0], [4], [1]] }), whole, 1e-14);
    expectClose(loss(scores, { tiers: [[2], [0, 4, 1]] }), whole, 1e-14);
  });

  test("the probabilities of all orders of a tier sum to the probability of the tier", () => {
    fc.assert(
      fc.property(
        scoresOf(4).filter((scores) => scores.length === 4),
        (scores) => {
          const orders = [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
          ];
          const sum = orders.reduce((total, order) => total + exp(-loss(scores, { tiers: [order] })), 0);
          expectClose(sum, exp(-plPartitionLoss()(scores, { tiers: [[0, 1, 2]] })), 1e-12);
        },
      ),
    );
  });

  test("PL-TopK is the only loss that depends on the order within a tier", () => {
    expect(loss([0, 1, 2], { tiers: [[0, 1]] })).not.toBeCloseTo(loss([0, 1, 2], { tiers: [[1, 0]] }), 1);
  });
});
