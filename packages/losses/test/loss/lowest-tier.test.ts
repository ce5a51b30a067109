import { type Preference, packPreferences } from "@tierwise/core-integrator";
import { expect, test } from "vitest";
import { lowestTier } from "../../src/loss/lowest-tier.ts";

const table: [string, Preference, { upperEnd: number; size: number; unnamed: boolean }][] = [
  ["the unnamed items", { tiers: [[0, 1]] }, { upperEnd: 2, size: 3, unnamed: true }],
  [
    "the last named tier if the rest is unobserved",
    { tiers: [[0], [1, 2]], rest: "unobserved" },
    { upperEnd: 1, size: 2, unnamed: false },
  ],
  [
    "the last named tier if all items are named",
    {
      tiers: [
        [0, 1],
        [2, 3, 4],
      ],
    },
    { upperEnd: 2, size: 3, unnamed: false },
  ],
  [
    "the last tier that has items",
    { tiers: [[3], [1], [], []], rest: "unobserved" },
    { upperEnd: 1, size: 1, unnamed: false },
  ],
  ["the only tier", { tiers: [[], [3, 1]], rest: "unobserved" }, { upperEnd: 0, size: 2, unnamed: false }],
  ["empty if there are no tiers", { tiers: [], rest: "unobserved" }, { upperEnd: 0, size: 0, unnamed: false }],
];
test.each(table)("the lowest tier is %s", (_, preference, expected) => {
  expect(lowestTier(packPreferences([preference], 5), 0)).toMatchObject({ from: 0, ...expected });
});
