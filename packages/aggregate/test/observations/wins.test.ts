import { packPreferences } from "@tierwise/core-integrator";
import { expect, test } from "vitest";
import { winsOf } from "../../src/observations/wins.ts";

test("items win in every tier except the lowest nonempty one", () => {
  const preferences = packPreferences(
    [
      { tiers: [[0, 1], [2]] }, // all three are above the rest
      { tiers: [[0], [2], []], rest: "unobserved" },
      { tiers: [[3], [], [0, 1, 2]] }, // the rest is empty
      { tiers: [[1]], rest: "unobserved" },
      { tiers: [] },
    ],
    4,
  );
  expect(Array.from(winsOf(preferences, undefined))).toEqual([2, 1, 1, 1]);
  expect(Array.from(winsOf(preferences, [1, 10, 100, 1000, 1]))).toEqual([11, 1, 1, 100]);
  expect(Array.from(winsOf(preferences, undefined, 1))).toEqual([1, 0, 1, 1]);
});
