import { expect, test } from "vitest";
import { itemStamps } from "../../src/passes/item-stamps.ts";

test("stamps of earlier passes stay below the current base, even after all 32-bit integers are used up", () => {
  let largest = 0;
  for (let pass = 0; pass < 6; pass++) {
    const { stamp, base } = itemStamps(4, 0x3000_0000);
    expect(stamp.every((value) => value < base)).toBe(true);
    stamp.fill(base + 0x2fff_ffff);
    largest = Math.max(largest, stamp[0]);
  }
  expect(largest).toBeLessThan(2 ** 31);
});
