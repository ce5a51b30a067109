import fc from "fast-check";
import { expect, test } from "vitest";
import { pairCounts } from "../../src/checks/pair-counts.ts";

const battles = {
  itemNames: ["a", "b", "c"],
  left: Int32Array.of(0, 1, 0, 2, 1),
  right: Int32Array.of(1, 0, 2, 1, 2),
  outcomes: Uint8Array.of(0, 1, 2, 3, 4),
  weights: Float64Array.of(5, 2, 4, 6, 1),
};

test("wins of both sides are counted, and a tie is half a win for each side", () => {
  const { wins, itemNames } = pairCounts(battles);
  expect(itemNames).toEqual(["a", "b", "c"]);
  expect(Array.from(wins)).toEqual([0, 7, 2, 0, 0, 3.5, 2, 3.5, 0]);
});

test("only wins are counted if ties are dropped", () => {
  expect(Array.from(pairCounts(battles, { ties: "drop" }).wins)).toEqual([0, 7, 0, 0, 0, 0, 0, 0, 0]);
});

test("every pair of items in different tiers of a preference is counted, including unnamed items", () => {
  const lowest = pairCounts({ items: 4, preferences: [{ tiers: [[2], [0, 1]] }] }).wins;
  expect(Array.from(lowest)).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0, 1, 0, 0, 0, 0]);
  const unobserved = pairCounts({ items: 4, preferences: [{ tiers: [[2], [0, 1]], rest: "unobserved" }] }).wins;
  expect(Array.from(unobserved)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0]);
});

test("every pair of a full ranking is counted once", () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }), (order) => {
      const { wins } = pairCounts({ items: 6, preferences: [{ tiers: order.map((item) => [item]) }] });
      for (let i = 0; i < 6; i++) {
        for (let j = 0; j < 6; j++) expect(wins[i * 6 + j]).toBe(order.indexOf(i) < order.indexOf(j) ? 1 : 0);
      }
    }),
  );
});

test("rejects invalid rows, options and sizes", () => {
  const row = (change: object): unknown => pairCounts({ ...battles, ...change });
  expect(() => row({ left: Int32Array.of(1, 1, 0, 2, 1) })).toThrow(
    "left[0] and right[0] are both item 1; expected two different items",
  );
  expect(() => row({ outcomes: Uint8Array.of(0, 9, 0, 0, 0) })).toThrow("outcomes[1] is 9; expected 0 to 4");
  expect(() => row({ weights: Float64Array.of(1, 1, -1, 1, 1) })).toThrow(
    "weights[2] is -1; expected a nonnegative finite number",
  );
  expect(() => pairCounts(battles, { maxItems: 2 })).toThrow(
    "the data have 3 items; expected at most 2; set maxItems to allow more",
  );
  expect(() => pairCounts(battles, { ties: "win" as "half" })).toThrow('ties is "win"; expected "half" or "drop"');
});
