import fc from "fast-check";
import { expect, test } from "vitest";
import { crc32, tableCrc32 } from "../../src/cache/crc32.ts";
import { bytesOf } from "../fixture.ts";

test("the check value of CRC-32 is cbf43926", () => {
  expect(tableCrc32(bytesOf("123456789"), 0)).toBe(0xcbf43926);
});

test("the JavaScript implementation agrees with Node's, including over several pieces", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (first, second) => {
      const whole = Uint8Array.from([...first, ...second]);
      expect(tableCrc32(second, tableCrc32(first, 0))).toBe(crc32(whole, 0));
    }),
  );
});
