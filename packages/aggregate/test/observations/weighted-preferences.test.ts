import { type Preference, packPreferences } from "@tierwise/core-integrator";
import { randomStream } from "@tierwise/random";
import { expect, test } from "vitest";
import { mergePreferences, normalizeWeights } from "../../src/observations/weighted-preferences.ts";

test("scales the weights and the prior so that the largest of them is 1", () => {
  expect(normalizeWeights(undefined, 3, 0.5)).toEqual({ unit: 1, prior: 0.5, total: 3 });
  expect(normalizeWeights([1, 4, 0], 3, 2)).toEqual({
    unit: 4,
    weights: Float64Array.of(0.25, 1, 0),
    prior: 0.5,
    total: 1.25,
  });
  expect(normalizeWeights([1, 2], 2, 8)).toEqual({
    unit: 8,
    weights: Float64Array.of(0.125, 0.25),
    prior: 1,
    total: 0.375,
  });
  expect(normalizeWeights(undefined, 2, 4)).toEqual({
    unit: 4,
    weights: Float64Array.of(0.25, 0.25),
    prior: 1,
    total: 0.5,
  });
  expect(normalizeWeights([1.5e308, 1.5e308], 2, 0)).toEqual({
    unit: 1.5e308,
    weights: Float64Array.of(1, 1),
    prior: 0,
    total: 2,
  });
});

test("uses a unit of 1 if the prior and all weights are 0", () => {
  expect(normalizeWeights([0, 0], 2, 0)).toEqual({ unit: 1, weights: Float64Array.of(0, 0), prior: 0, total: 0 });
  expect(normalizeWeights(undefined, 0, 0)).toEqual({ unit: 1, prior: 0, total: 0 });
});

test("allows a weight that is negligible relative to the prior, but not relative to another weight", () => {
  expect(normalizeWeights([1e-300], 1, 1e300)).toMatchObject({ unit: 1e300, total: 0 });
  expect(() => normalizeWeights([1, 1e-320, 1e10], 3, 0)).toThrow(
    "which rounds to 0 relative to the largest, 10000000000",
  );
});

const preferences: Preference[] = [
  { tiers: [[2, 0], [1]] },
  { tiers: [[0, 2], [1]] },
  { tiers: [[0], [2, 1]] },
  { tiers: [[0, 2], [1]], rest: "unobserved" },
  { tiers: [[0, 2, 1]] },
  { tiers: [[1, 2, 0]] },
  { tiers: [[0, 2], [1]] },
];

test("merges preferences with the same tiers, regardless of the order within a tier, and adds their weights", () => {
  const { preferences: merged, weights } = mergePreferences(packPreferences(preferences, 4), [1, 2, 4, 8, 16, 0, 32]);
  expect(merged.count).toBe(4);
  expect([...weights]).toEqual([35, 4, 8, 16]);
  expect([...merged.items]).toEqual([0, 2, 1, 0, 1, 2, 0, 2, 1, 0, 1, 2]);
  expect([...merged.tierOffsets]).toEqual([0, 2, 3, 4, 6, 8, 9, 12]);
  expect([...merged.preferenceOffsets]).toEqual([0, 2, 4, 6, 7]);
  expect([...merged.restIsLowest]).toEqual([1, 1, 0, 1]);
});

test("merges all repeated preferences, seed 1", () => {
  const random = randomStream(1);
  const keys = new Map<string, number>();
  const many = Array.from({ length: 5000 }, () => {
    const order = [0, 1, 2, 3, 4].sort(() => random() - 0.5);
    const cut = 1 + Math.floor(4 * random());
    const tiers = [order.slice(0, cut), order.slice(cut)];
    const key = tiers.map((tier) => [...tier].sort().join("")).join("|");
    keys.set(key, (keys.get(key) ?? 0) + 1);
    return { tiers };
  });
  const { preferences: merged, weights } = mergePreferences(packPreferences(many, 5), undefined);
  expect(merged.count).toBe(keys.size);
  expect([...weights].sort()).toEqual([...keys.values()].sort());
});

test("leaves preferences unchanged if none of them is repeated", () => {
  const packed = packPreferences([{ tiers: [[1, 0]] }, { tiers: [[1]] }], 3);
  expect(mergePreferences(packed, undefined).preferences).toBe(packed);
});
