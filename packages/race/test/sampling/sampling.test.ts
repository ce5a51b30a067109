import { logLikelihoodGradient, type Preference } from "@tierwise/core-integrator";
import { posterior, sampleWithinTiers } from "@tierwise/race";
import { randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import { simulate } from "./simulate.ts";

const SEED = 5;

function rankingProbability(scores: readonly number[], ranking: ArrayLike<number>): number {
  let probability = 1;
  for (let r = 0; r < ranking.length; r++) {
    let below = 0;
    for (let s = r; s < ranking.length; s++) below += Math.exp(scores[ranking[s]] - scores[ranking[r]]);
    probability /= below;
  }
  return probability;
}

describe("sampleWithinTiers", () => {
  test.each<[string, readonly number[], Preference]>([
    ["three above two", [1, -1, 0.5, 0, 2], { tiers: [[0, 1, 2]] }],
    ["three tiers", [3, 0, 0, -2, 1], { tiers: [[1, 4], [0], [2, 3]] }],
    ["a tier whose items are unlikely to be above the rest", [-3, -4, 2, 3], { tiers: [[0, 1]] }],
    ["unobserved items", [0, 1, 2, -1], { tiers: [[0, 1], [3]], rest: "unobserved" }],
    ["one tier", [0, 1, 2, 1], { tiers: [[0, 1, 2, 3]] }],
  ])("%s: draws pass a chi-square test against the probabilities of all orders", (_, scores, preference) => {
    const random = randomStream(SEED);
    const draws = 40_000;
    const counts = new Map<string, number>();
    for (let n = 0; n < draws; n++) {
      const key = sampleWithinTiers(scores, preference, random).join(" ");
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const weights = [...counts.keys()].map((key) => rankingProbability(scores, key.split(" ").map(Number)));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const sizes = tierSizes(scores.length, preference);
    const orders = sizes.reduce((product, size) => product * factorial(size), 1);
    // Every order that agrees with the tiers occurs, and no other.
    expect(counts.size).toBe(orders);
    let chiSquare = 0;
    [...counts.values()].forEach((count, i) => {
      const expected = (draws * weights[i]) / total;
      chiSquare += (count - expected) ** 2 / expected;
    });
    // The threshold is four standard deviations above the mean of a chi-square variable.
    expect(chiSquare, `seed ${SEED}`).toBeLessThan(orders - 1 + 4 * Math.sqrt(2 * (orders - 1)) + 4);
  });

  test("scores of ±1e4 give a ranking", () => {
    const ranking = sampleWithinTiers([1e4, -1e4, 0, -1e4], { tiers: [[2, 0], [3]] }, randomStream(SEED));
    expect(Array.from(ranking)).toEqual([0, 2, 3, 1]);
  });
});

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1);
}

function tierSizes(count: number, { tiers, rest }: Preference): number[] {
  const named = tiers.reduce((sum, tier) => sum + tier.length, 0);
  const sizes = tiers.map((tier) => tier.length);
  return rest === "unobserved" ? sizes : [...sizes, count - named];
}

describe("posterior", () => {
  test("with a weak prior, the gradient of the likelihood vanishes at the posterior mean", () => {
    const truth = [1, 0.5, 0, -0.5, -1];
    const preferences = simulate(truth, 1500, 3);
    const { utilities, standardDeviations } = posterior(preferences, {
      itemCount: 5,
      draws: 1500,
      shape: 0.01,
      seed: 1,
    });
    const gradient = new Float64Array(5);
    for (const preference of preferences) {
      const each = logLikelihoodGradient(utilities, preference).gradient;
      for (let i = 0; i < 5; i++) gradient[i] += each[i];
    }
    // A Newton step from the posterior mean (information ≈ 1/sd²) is a small fraction of a standard deviation.
    for (let i = 0; i < 5; i++) {
      expect(Math.abs(gradient[i]) * standardDeviations[i]).toBeLessThan(0.25);
      expect(Math.abs(utilities[i] - truth[i])).toBeLessThan(4 * standardDeviations[i]);
    }
  });

  test("invalid options throw errors that name the option", () => {
    expect(() => posterior([], { itemCount: 0 })).toThrow("itemCount is 0; expected a positive integer");
    expect(() => posterior([], { itemCount: 2, shape: 0 })).toThrow("shape is 0; expected a positive number");
  });
});
