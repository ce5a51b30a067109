import { expect, test } from "vitest";
import { describePreferences, type PreferenceDataset } from "../../src/index.ts";

const dataset: PreferenceDataset = {
  itemNames: ["a", "b", "c", "d", "e"],
  preferences: [{ tiers: [[0, 1, 2], [3]] }, { tiers: [[4]] }, { tiers: [] }, { tiers: [[0], [1], [2]] }],
  weights: Float64Array.of(2, 1, 0.5, 0.5),
};

test("the means weight each preference by its number of observations; the counts do not", () => {
  expect(describePreferences(dataset)).toEqual({
    itemCount: 5,
    preferenceCount: 4,
    observations: 4,
    tiersPerPreference: (2 * 2 + 1 + 0.5 * 3) / 4,
    itemsPerPreference: (2 * 4 + 1 + 0.5 * 3) / 4,
    largestTier: 3,
    withOneTier: 2,
  });
});

test("the means are 0 without observations", () => {
  const nothing = { itemNames: [], preferences: [], weights: new Float64Array(0) };
  expect(Object.values(describePreferences(nothing))).toEqual(Array(7).fill(0));
  const unobserved = describePreferences({ ...dataset, weights: new Float64Array(4) });
  expect([unobserved.tiersPerPreference, unobserved.itemsPerPreference, unobserved.largestTier]).toEqual([0, 0, 3]);
});

test("describePreferences accepts preferences with any number of tiers", () => {
  const tiers = Array.from({ length: 300_000 }, (_, item) => [item]);
  const { largestTier } = describePreferences({ itemNames: [], preferences: [{ tiers }], weights: Float64Array.of(1) });
  expect(largestTier).toBe(1);
});
