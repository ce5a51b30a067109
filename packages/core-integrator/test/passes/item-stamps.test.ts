import { expect, test } from "vitest";
import { itemStamps } from "../../src/preference/preference.ts";

test("itemStamps keeps earlier stamps below the current base, even if 32-bit stamps overflow", () => {
  let largest = 0;
  for (let pass = 0; pass < 6; pass++) {
    const { stamp, base } = itemStamps(4, 0x3000_0000);
    expect(stamp.every((value) => value < base)).toBe(true);
    stamp.fill(base + 0x2fff_ffff);
    largest = Math.max(largest, stamp[0]);
  }
  expect(largest).toBeLessThan(2 ** 31);
});
