import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkPreference, type Preference } from "../../src/index.ts";

describe("checkPreference", () => {
  const accepted: [string, Preference, number][] = [
    ["no tiers", { tiers: [] }, 3],
    ["no items", { tiers: [] }, 0],
    ["an empty tier between two tiers", { tiers: [[1], [], [0]] }, 2],
    ["all items in one tier", { tiers: [[2, 0, 1]] }, 3],
    ["typed arrays", { tiers: [Int32Array.of(4), Uint8Array.of(0, 1)], rest: "unobserved" }, 5],
    ["an explicit rest", { tiers: [[0]], rest: "lowest" }, 2],
  ];
  test.each(accepted)("accepts %s", (_, preference, itemCount) => {
    expect(() => checkPreference(preference, itemCount)).not.toThrow();
  });
});

describe("checkPreference", () => {
  const refused: [string, unknown, number, string][] = [
    ["an item repeated within a tier", { tiers: [[0], [1, 7, 7]] }, 9, "tiers[1] contains item 7 twice"],
    [
      "an item in two tiers",
      { tiers: [[3, 1], [0], [2, 3]] },
      4,
      "tiers[2][1] is item 3, which tiers[0] already contains",
    ],
    ["an index out of range", { tiers: [[0, 4]] }, 4, "tiers[0][1] is 4, not an item: expected an integer from 0 to 3"],
    ["a negative index", { tiers: [[-1]] }, 4, "tiers[0][0] is -1, not an item: expected an integer from 0 to 3"],
    ["a fraction", { tiers: [[], [1.5]] }, 4, "tiers[1][0] is 1.5, not an item: expected an integer from 0 to 3"],
    ["NaN", { tiers: [[Number.NaN]] }, 4, "tiers[0][0] is NaN, not an item: expected an integer from 0 to 3"],
    ["a string", { tiers: [["1"]] }, 4, "tiers[0][0] is 1, not an item: expected an integer from 0 to 3"],
    ["a hole", { tiers: [new Array(2)] }, 4, "tiers[0][0] is undefined, not an item: expected an integer from 0 to 3"],
    ["an item index when there are no items", { tiers: [[0]] }, 0, "tiers[0][0] is 0, not an item: there are no items"],
    ["a tier that is not an array", { tiers: [[0], 1] }, 4, "tiers[1] is 1; expected an array of item indices"],
    ["a missing tier", { tiers: [null] }, 4, "tiers[0] is null; expected an array of item indices"],
    ["missing tiers", {}, 4, "tiers is undefined; expected an array of tiers, best first"],
    ["a missing preference", undefined, 4, "preference is undefined; expected { tiers: [[…], …] }"],
    ["an unknown rest option", { tiers: [], rest: "last" }, 4, 'rest is "last"; expected "lowest" or "unobserved"'],
    ["an item count of -1", { tiers: [] }, -1, "itemCount is -1; expected a nonnegative integer"],
  ];
  test.each(refused)("rejects %s", (_, preference, itemCount, message) => {
    expect(() => checkPreference(preference as Preference, itemCount)).toThrow(message);
  });
});

test("checkPreference works for a billion items", () => {
  checkPreference({ tiers: [[999_999_999, 0]] }, 1e9);
  expect(() => checkPreference({ tiers: [[5], [7, 5]] }, 1e9)).toThrow(
    "tiers[1][1] is item 5, which tiers[0] already contains",
  );
});

test("checkPreference accepts a random partition and rejects it if any item is repeated", () => {
  const partition = fc
    .integer({ min: 1, max: 40 })
    .chain((n) => fc.tuple(fc.constant(n), fc.array(fc.integer({ min: 0, max: 3 }), { minLength: n, maxLength: n })));
  fc.assert(
    fc.property(partition, fc.nat(), ([n, tierOf], pick) => {
      const tiers = [0, 1, 2, 3].map((m) => tierOf.flatMap((t, item) => (t === m ? [item] : [])));
      checkPreference({ tiers }, n);
      expect(() => checkPreference({ tiers: [...tiers, [pick % n]] }, n)).toThrow(
        `tiers[4][0] is item ${pick % n}, which tiers[${tierOf[pick % n]}] already contains`,
      );
    }),
  );
});
