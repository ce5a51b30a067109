import type { Preference } from "@tierwise/core-integrator";
import { preferenceProblems } from "@tierwise/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLoss, type NegativeSampling, plPartitionLoss, type RankingLoss } from "../../src/index.ts";
import { expectClose, maxNormError } from "../close.ts";
import { factories } from "../six-losses.ts";

const itemCount = 400;
const scores = Float64Array.from({ length: itemCount }, (_, i) => 2 * Math.sin(i * i));
const popularity = Float64Array.from({ length: itemCount }, (_, i) => 1 / (1 + ((i * 7) % itemCount)));
const unnamed: Preference = { tiers: [[3, 50], [7]] };
const named: Preference = {
  tiers: [[3, 50], [7], Array.from({ length: 200 }, (_, i) => 100 + i), []],
  rest: "unobserved",
};
/** A preference that names nearly all items, so that draws use a list of the lowest tier. */
const crowded: Preference = { tiers: [Array.from({ length: 380 }, (_, i) => i)] };

describe.each(Object.entries(factories))("%s with negative sampling", (_, factory) => {
  const exact = factory();

  test("the loss is exact if the lowest tier has at most K items", () => {
    fc.assert(
      fc.property(preferenceProblems(40, 10), ({ scores: w, preference }) => {
        const [one, other] = [new Float64Array(w.length), new Float64Array(w.length)];
        const sampled = factory({ negatives: { count: 40, popularity: new Float64Array(w.length).fill(2) } });
        expect(sampled(w, preference, one)).toBe(exact(w, preference, other));
        expect(one).toEqual(other);
      }),
    );
  });

  const ways: [string, Preference, Omit<NegativeSampling, "count">][] = [
    ["uniformly from the unnamed items", unnamed, {}],
    ["by popularity from the unnamed items", unnamed, { popularity }],
    ["uniformly from a named tier", named, {}],
    ["by popularity from a named tier", named, { popularity }],
  ];
  test.each(ways)("the error decreases as 1/√K when items are drawn %s", (_, preference, how) => {
    const truth = exact(scores, preference);
    // The mean square error of 400 draws has a relative standard error of about 7%, or more for long tails.
    const [small, large] = [10, 160].map((count) =>
      meanSquareError(factory({ negatives: { count, seed: 1, ...how } }), preference, truth),
    );
    const falls = Math.sqrt(small / large);
    expect(falls).toBeGreaterThan(4 / 1.6);
    expect(falls).toBeLessThan(4 * 1.6);
  });

  test.each(ways)("the gradient is correct on average when items are drawn %s", (_, preference, how) => {
    const sampled = factory({ negatives: { count: 60, seed: 2, ...how } });
    const expected = new Float64Array(itemCount);
    exact(scores, preference, expected);
    const mean = new Float64Array(itemCount);
    const gradient = new Float64Array(itemCount);
    const draws = 1000;
    for (let i = 0; i < draws; i++) {
      sampled(scores, preference, gradient);
      for (let item = 0; item < itemCount; item++) mean[item] += gradient[item] / draws;
    }
    expect(maxNormError(mean, expected)).toBeLessThan(0.1);
  });

  test("returns a gradient that sums to zero and is nonzero only for drawn and upper items", () => {
    const gradient = new Float64Array(itemCount);
    factory({ negatives: { count: 30 } })(scores, unnamed, gradient);
    expect(gradient.reduce((count, g) => count + (g === 0 ? 0 : 1), 0)).toBeLessThanOrEqual(30 + 3);
    const size = gradient.reduce((sum, g) => sum + Math.abs(g), 0);
    expect(Math.abs(gradient.reduce((sum, g) => sum + g, 0))).toBeLessThanOrEqual(1e-13 * size);
  });

  test("draws new items at every call, and the same sequence of items for the same seed", () => {
    const run = (seed: number): number[] => {
      const loss = factory({ negatives: { count: 20, seed } });
      return [loss(scores, unnamed), loss(scores, unnamed)];
    };
    const [first, second] = run(9);
    expect(first).not.toBe(second);
    expect(run(9)).toEqual([first, second]);
    expect(run(10)[0]).not.toBe(first);
  });
});

function meanSquareError(loss: RankingLoss, preference: Preference, truth: number): number {
  let sum = 0;
  for (let draw = 0; draw < 400; draw++) sum += (loss(scores, preference) - truth) ** 2;
  return sum / 400;
}

test("a count that is too large to allocate selects every item", () => {
  const loss = plPartitionLoss({ negatives: { count: 1e15 } });
  expect(loss(scores, unnamed)).toBe(plPartitionLoss()(scores, unnamed));
});

test("for one item above the rest, the estimate log(e^loss − 1) + w of w_R converges as 1/√K", () => {
  const preference = { tiers: [[0]] };
  const restOf = (loss: number): number => Math.log(Math.expm1(loss)) + scores[0];
  const truth = restOf(plPartitionLoss()(scores, preference));
  const [small, large] = [25, 100].map((count) => {
    const loss = plPartitionLoss({ negatives: { count, popularity, seed: 3 } });
    let sum = 0;
    for (let draw = 0; draw < 2000; draw++) sum += (restOf(loss(scores, preference)) - truth) ** 2;
    return Math.sqrt(sum / 2000);
  });
  expect(small / large).toBeGreaterThan(2 / 1.3);
  expect(small / large).toBeLessThan(2 * 1.3);
});

test("the correction is exact if n items in the lowest tier have equal scores, where each of the K draws has a weight of n/K", () => {
  const equal = new Float64Array(itemCount);
  for (const preference of [unnamed, named, crowded]) {
    const sampled = plPartitionLoss({ negatives: { count: 7 } })(equal, preference);
    expectClose(sampled, plPartitionLoss()(equal, preference), 1e-13);
  }
});

test("popularity proportional to e^w gives the exact w_R for any draw", () => {
  const favorites = scores.map((w) => Math.exp(w));
  for (const preference of [unnamed, named, crowded]) {
    const sampled = plPartitionLoss({ negatives: { count: 3, popularity: favorites } })(scores, preference);
    expectClose(sampled, plPartitionLoss()(scores, preference), 1e-12);
  }
});

describe("negative sampling", () => {
  const bad: [string, NegativeSampling, string][] = [
    ["a negative count", { count: -5 }, "negatives.count is -5; expected a positive integer"],
    ["a count of 0", { count: 0 }, "negatives.count is 0; expected a positive integer"],
    ["a fractional count", { count: 1.5 }, "negatives.count is 1.5; expected a positive integer"],
    ["a seed of NaN", { count: 1, seed: Number.NaN }, "negatives.seed is NaN; expected a safe integer"],
    ["a popularity of 0", { count: 1, popularity: [1, 0] }, "negatives.popularity[1] is 0; expected a positive number"],
  ];
  test.each(bad)("rejects %s", (_, negatives, message) => {
    for (const factory of Object.values(factories)) expect(() => factory({ negatives })).toThrow(message);
  });

  test("rejects popularity for a different number of items, even if nothing is drawn", () => {
    const preferences = [{ tiers: [[0]] }];
    const plenty = plPartitionLoss({ negatives: { count: 1000, popularity: [1, 1] } });
    expect(() => plenty(scores, preferences[0])).toThrow(
      "negatives.popularity has length 2; expected 400, one per item",
    );
    expect(() => plPartitionLoss({ negatives: { count: 1, popularity: [] } })).toThrow(
      "negatives.popularity is empty; expected one number per item",
    );
  });

  test("accepts popularities of 1e308", () => {
    const one = plPartitionLoss({ negatives: { count: 5, seed: 2, popularity: new Array(400).fill(1e308) } });
    const other = plPartitionLoss({ negatives: { count: 5, seed: 2, popularity: new Array(400).fill(1) } });
    expect(one(scores, unnamed)).toBe(other(scores, unnamed));
  });

  test("rejects popularity for a different number of items", () => {
    const loss = plPartitionLoss({ negatives: { count: 1, popularity: [1, 1] } });
    expect(() => loss(scores, unnamed)).toThrow("negatives.popularity has length 2; expected 400, one per item");
  });
});

test.each(["ranknet", "ranksvm"] as const)(
  "an item with a weight of 3 counts as three items with the same score in %s",
  (name) => {
    const loss = createLoss(name, { itemWeights: [9, 9, 3, 1] });
    const gradient = new Float64Array(4);
    const tripled = new Float64Array(6);
    const preference = { tiers: [[1], [0]] };
    const value = loss([0.3, 0.2, 0.5, -0.4], preference, gradient);
    // The weights of named items have no effect.
    expectClose(value, createLoss(name)([0.3, 0.2, 0.5, 0.5, 0.5, -0.4], preference, tripled), 1e-13);
    const summed = [tripled[0], tripled[1], tripled[2] + tripled[3] + tripled[4], tripled[5]];
    for (const [item, g] of summed.entries()) expectClose(gradient[item], g, 1e-13);
    expect(loss.spec).toBeUndefined();
  },
);
