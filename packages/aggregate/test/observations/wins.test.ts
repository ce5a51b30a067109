import { packPreferences } from "@tierwise/core-integrator";
import { expect, test } from "vitest";
import { winsOf } from "../../src/observations/wins.ts";

test("items win in every tier but the lowest one that has items", () => {
  const preferences = packPreferences(
    [
      { tiers: [[0, 1], [2]] }, // above the rest, all three
      { tiers: [[0], [2], []], rest: "unobserved" },
      { tiers: [[3], [], [0, 1, 2]] }, // nothing is left for the rest
      { tiers: [[1]], rest: "unobserved" },
      { tiers: [] },
    ],
    4,
  );
  expect(Array.from(winsOf(preferences, undefined))).toEqual([2, 1, 1, 1]);
  expect(Array.from(winsOf(preferences, [1, 10, 100, 1000, 1]))).toEqual([11, 1, 1, 100]);
  expect(Array.from(winsOf(preferences, undefined, 1))).toEqual([1, 0, 1, 1]);
});
