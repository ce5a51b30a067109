import { expect, test } from "vitest";
import { naturalOrder } from "../../src/index.ts";

test.each([
  [
    ["10", "9", "1"],
    ["1", "9", "10"],
  ],
  [
    ["m10", "m9", "m"],
    ["m", "m9", "m10"],
  ],
  [
    ["b", "a2", "a10", "a1b"],
    ["a1b", "a2", "a10", "b"],
  ],
  [
    ["07", "7", "007"],
    ["007", "07", "7"],
  ],
  [
    ["x1y10", "x1y9", "x01y9"],
    ["x01y9", "x1y9", "x1y10"],
  ],
  [
    ["", "a", "0"],
    ["", "0", "a"],
  ],
  [
    ["9007199254740993", "9007199254740992"],
    ["9007199254740992", "9007199254740993"],
  ],
])("sorts %j", (names, sorted) => {
  expect([...names].sort(naturalOrder)).toEqual(sorted);
  expect(names.toReversed().sort(naturalOrder)).toEqual(sorted);
});

test("natural order is antisymmetric and transitive, and only identical names are equal", () => {
  const names = ["", "0", "00", "01", "1", "10", "1a", "a", "a0", "a00", "a1", "a01", "a1b", "a10b", "b", "é", "𝒳1"];
  for (const a of names) {
    for (const b of names) {
      expect(Math.sign(naturalOrder(a, b))).toBe(-Math.sign(naturalOrder(b, a)) || 0);
      expect(naturalOrder(a, b) === 0).toBe(a === b);
      for (const c of names) {
        if (naturalOrder(a, b) < 0 && naturalOrder(b, c) < 0) expect(naturalOrder(a, c)).toBeLessThan(0);
      }
    }
  }
});
