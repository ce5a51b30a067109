import { checkPreference } from "@tierwise/core-integrator";
import { describe, expect, test } from "vitest";
import { type SimulationOptions, simulatePreferences } from "../src/index.ts";

const options: SimulationOptions = { items: 300, samples: 400, tiers: 4, maxRanked: 120, seed: 7 };

describe("simulatePreferences", () => {
  const simulation = simulatePreferences(options);

  test("draws utilities uniformly on (0, log N) and returns their softmax as probabilities", () => {
    const { utilities, probabilities } = simulation;
    const mean = utilities.reduce((sum, q) => sum + q, 0) / 300;
    expect(Math.abs(mean - Math.log(300) / 2)).toBeLessThan((5 * Math.log(300)) / Math.sqrt(12 * 300));
    expect(utilities.every((q) => q > 0 && q < Math.log(300))).toBe(true);
    expect(probabilities.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
    expect(Math.log(probabilities[1] / probabilities[0])).toBeCloseTo(utilities[1] - utilities[0], 10);
  });

  test("returns preferences with three nonempty tiers of at most maxRanked items above the rest", () => {
    for (const preference of simulation.preferences) {
      checkPreference(preference, 300);
      const sizes = preference.tiers.map((tier) => tier.length);
      expect(sizes).toHaveLength(3);
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(1);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(120);
    }
  });

  test("draws cuts uniformly: the largest of three has a mean of 3/4·(maxRanked + 1)", () => {
    const lasts = simulation.preferences.map(({ tiers }) => tiers.reduce((sum, tier) => sum + tier.length, 0));
    const mean = lasts.reduce((sum, last) => sum + last, 0) / lasts.length;
    expect(Math.abs(mean - 0.75 * 121)).toBeLessThan((5 * 0.2 * 121) / Math.sqrt(lasts.length));
  });

  test("a larger simulation starts with the same samples, and a different seed gives different utilities", () => {
    const smaller = simulatePreferences({ ...options, samples: 3 });
    expect(smaller.preferences).toEqual(simulation.preferences.slice(0, 3));
    expect(simulatePreferences({ ...options, seed: 8 }).utilities).not.toEqual(simulation.utilities);
  });

  test("simulates two items in two tiers", () => {
    const { preferences } = simulatePreferences({ items: 2, samples: 5, tiers: 2, maxRanked: 500, seed: 1 });
    for (const { tiers } of preferences) expect(tiers.map((tier) => tier.length)).toEqual([1]);
  });

  const bad: [Partial<SimulationOptions>, string][] = [
    [{ items: 1 }, "items is 1; expected an integer of at least 2"],
    [{ samples: -1 }, "samples is -1; expected a nonnegative integer"],
    [{ maxRanked: 0 }, "maxRanked is 0; expected a positive integer"],
    [{ tiers: 1 }, "tiers is 1; expected an integer from 2 to 121 for 300 items, of which at most 120 are ranked"],
    [
      { items: 3, tiers: 4 },
      "tiers is 4; expected an integer from 2 to 3 for 3 items, of which at most 120 are ranked",
    ],
    [{ seed: 0.5 }, "seed is 0.5; expected a safe integer"],
  ];
  test.each(bad)("rejects %o", (change, message) => {
    expect(() => simulatePreferences({ ...options, ...change })).toThrow(message);
  });
});
