import { fitUtilities } from "@tierwise/aggregate";
import type { Preference } from "@tierwise/core-integrator";
import { randomStream } from "@tierwise/random";
import { samplePlackettLuce } from "@tierwise/sim";
import { describe, expect, test } from "vitest";
import { breakIntoPairs } from "../src/index.ts";

const tiersOf = (...tiers: number[][]): Preference => ({ tiers, rest: "unobserved" });

describe("breakIntoPairs", () => {
  test("pairs each separator with each item below it, with weight 1/(κ − p), and returns no other pairs", () => {
    const { preferences, weights } = breakIntoPairs([tiersOf([4, 5], [0], [1, 2], [3])]);
    // κ = 6. Item 0 is at position 3. Item 3 is last and has no items below it.
    expect(preferences).toEqual([tiersOf([0], [1]), tiersOf([0], [2]), tiersOf([0], [3])]);
    expect(Array.from(weights)).toEqual([1 / 3, 1 / 3, 1 / 3]);
  });

  test("adds up the weights of equal pairs from several observations", () => {
    const { preferences, weights } = breakIntoPairs(
      [tiersOf([0], [1]), tiersOf([0], [1, 2]), tiersOf([1], [0])],
      [2, 3, 5],
    );
    expect(preferences).toEqual([tiersOf([0], [1]), tiersOf([0], [2]), tiersOf([1], [0])]);
    expect(Array.from(weights)).toEqual([2 + 3 / 2, 3 / 2, 5]);
  });

  test.each([[-1], [Number.NaN], [Number.POSITIVE_INFINITY]])("rejects a weight of %d", (weight) => {
    expect(() => breakIntoPairs([tiersOf([0], [1]), tiersOf([0], [1])], [3, weight])).toThrow(
      `weights[1] is ${weight}; expected a nonnegative finite number`,
    );
  });

  test("returns no pairs if no separator has items below it", () => {
    expect(breakIntoPairs([tiersOf([0, 1], [2]), tiersOf([0, 1, 2]), tiersOf()]).preferences).toEqual([]);
  });

  test("gives a smaller error than equal weights and nearly the same error as the likelihood, seeds 1 to 15", () => {
    const items = 15;
    const errors = { weighted: 0, equal: 0, likelihood: 0 };
    for (let seed = 1; seed <= 15; seed++) {
      const random = randomStream(seed);
      const truth = Float64Array.from({ length: items }, () => random() * Math.log(items));
      const mean = truth.reduce((sum, q) => sum + q, 0) / items;
      const rankings = Array.from({ length: 60 }, () =>
        tiersOf(...Array.from(samplePlackettLuce(truth, random), (item) => [item])),
      );
      const { preferences, weights } = breakIntoPairs(rankings);
      const counts = new Map<string, number>();
      for (const { tiers } of rankings) {
        for (let p = 0; p < items; p++) {
          for (let q = p + 1; q < items; q++) {
            const pair = `${tiers[p]} ${tiers[q]}`;
            counts.set(pair, (counts.get(pair) ?? 0) + 1);
          }
        }
      }
      const equal = preferences.map(({ tiers }) => counts.get(tiers.join(" ")) ?? Number.NaN);
      const errorOf = (observed: readonly Preference[], by: ArrayLike<number>): number => {
        const { utilities } = fitUtilities(observed, { items, weights: by, interval: false });
        return utilities.reduce((sum, w, i) => sum + (w - truth[i] + mean) ** 2, 0);
      };
      errors.weighted += errorOf(preferences, weights);
      errors.equal += errorOf(preferences, equal);
      errors.likelihood += errorOf(
        rankings,
        rankings.map(() => 1),
      );
    }
    expect(errors.weighted / errors.equal).toBeLessThan(0.97);
    expect(errors.weighted / errors.likelihood).toBeLessThan(1.1);
  });

  test("rejects invalid arguments", () => {
    expect(() => breakIntoPairs([{ tiers: [[0]] }])).toThrow('preferences[0].rest is undefined; expected "unobserved"');
    expect(() => breakIntoPairs([], [1])).toThrow("weights has length 1; expected 0, one per observation");
  });
});
