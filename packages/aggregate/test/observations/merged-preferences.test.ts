import { type Preference, packPreferences } from "@tierwise/core-integrator";
import { randomStream } from "@tierwise/random";
import { expect, test } from "vitest";
import { mergePreferences } from "../../src/observations/merged-preferences.ts";

const preferences: Preference[] = [
  { tiers: [[2, 0], [1]] },
  { tiers: [[0, 2], [1]] },
  { tiers: [[0], [2, 1]] },
  { tiers: [[0, 2], [1]], rest: "unobserved" },
  { tiers: [[0, 2, 1]] },
  { tiers: [[1, 2, 0]] },
  { tiers: [[0, 2], [1]] },
];

test("merges preferences with the same tiers, whatever the order within a tier, and adds their weights", () => {
  const { preferences: merged, weights } = mergePreferences(packPreferences(preferences, 4), [1, 2, 4, 8, 16, 0, 32]);
  expect(merged.count).toBe(4);
  expect([...weights]).toEqual([35, 4, 8, 16]);
  expect([...merged.items]).toEqual([0, 2, 1, 0, 1, 2, 0, 2, 1, 0, 1, 2]);
  expect([...merged.tierOffsets]).toEqual([0, 2, 3, 4, 6, 8, 9, 12]);
  expect([...merged.preferenceOffsets]).toEqual([0, 2, 4, 6, 7]);
  expect([...merged.restIsLowest]).toEqual([1, 1, 0, 1]);
});

test("finds every repetition among many, seed 1", () => {
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

test("without repetitions, leaves the preferences unchanged", () => {
  const packed = packPreferences([{ tiers: [[1, 0]] }, { tiers: [[1]] }], 3);
  expect(mergePreferences(packed, undefined).preferences).toBe(packed);
});
