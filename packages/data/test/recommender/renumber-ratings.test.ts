import { expect, test } from "vitest";
import { parseRatings, ratingsInNameOrder, ratingsOfItems } from "../../src/index.ts";

const ratings = parseRatings("u10,tea,5\nu10,rice,3\nu9,milk,2\nu9,tea,2\nu9,rice,1\n");

test("users and items are numbered by name, and items ascend within a tier", () => {
  const { users, itemNames, preferences, ratings: grades } = ratingsInNameOrder(ratings);
  expect([users, itemNames]).toEqual([
    ["u9", "u10"],
    ["milk", "rice", "tea"],
  ]);
  expect(preferences.map(({ tiers }) => tiers.map((tier) => Array.from(tier)))).toEqual([
    [[0, 2], [1]],
    [[2], [1]],
  ]);
  expect(grades.map((of) => Array.from(of))).toEqual([
    [2, 1],
    [5, 3],
  ]);
});

test.each<[string, string[], number[][][], { items: number; ratings: number }]>([
  [
    "in another order",
    ["tea", "milk", "rice"],
    [
      [[0, 1], [2]],
      [[0], [2]],
    ],
    { items: 0, ratings: 0 },
  ],
  ["some unknown", ["milk", "tea"], [[[0, 1]], [[1]]], { items: 1, ratings: 2 }],
  [
    "more than rated",
    ["a", "milk", "rice", "tea", "z"],
    [
      [[1, 3], [2]],
      [[3], [2]],
    ],
    { items: 0, ratings: 0 },
  ],
  ["all unknown", ["x"], [[], []], { items: 3, ratings: 5 }],
])("maps ratings to given items: %s", (_, itemNames, tiers, unknown) => {
  const found = ratingsOfItems(ratings, itemNames);
  expect(found.ratings.preferences.map((one) => one.tiers.map((tier) => Array.from(tier)))).toEqual(tiers);
  expect([found.unknown, found.ratings.itemNames]).toEqual([unknown, itemNames]);
});
