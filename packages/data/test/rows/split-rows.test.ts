import fc from "fast-check";
import { expect, test } from "vitest";
import { splitRows } from "../../src/index.ts";

test("both parts are sorted, contain each row once, and have the requested sizes", () => {
  fc.assert(
    fc.property(fc.nat(200), fc.double({ min: 0, max: 1, noNaN: true }), fc.maxSafeInteger(), (rows, share, seed) => {
      const { train, validation } = splitRows(rows, { validation: share, seed });
      expect(validation.length).toBe(Math.round(share * rows));
      expect(train).toEqual(train.slice().sort());
      expect(validation).toEqual(validation.slice().sort());
      expect(Int32Array.from([...train, ...validation]).sort()).toEqual(Int32Array.from({ length: rows }, (_, i) => i));
    }),
  );
});

test("the same seed holds out the same rows, and a different seed holds out different rows", () => {
  const held = (seed: number) => splitRows(1000, { validation: 0.2, seed }).validation;
  expect(held(7)).toEqual(held(7));
  expect(held(7)).not.toEqual(held(8));
});

test("all rows are held out about equally often", () => {
  const counts = new Float64Array(20);
  for (let seed = 0; seed < 2000; seed++)
    for (const row of splitRows(20, { validation: 0.25, seed }).validation) counts[row]++;
  // 2000 draws with p = 1/4: the standard deviation is √(2000·3/16) ≈ 19.4, and 4.5 standard deviations are allowed.
  for (const count of counts) expect(Math.abs(count - 500)).toBeLessThan(87);
});

test.each([
  [{ validation: 1.5 }, "validation is 1.5; expected a number from 0 to 1"],
  [{ validation: Number.NaN }, "validation is NaN; expected a number from 0 to 1"],
  [{ seed: 0.5 }, "seed is 0.5; expected an integer"],
])("splitRows rejects %j", (options, message) => {
  expect(() => splitRows(10, options)).toThrow(message);
});
