import { expect, test } from "vitest";
import { checkLevel, normalTail, twoSidedQuantile } from "../../src/numerics/normal-quantile.ts";

// References with 17 digits from mpmath: √2·erfinv(level) and erfc(z/√2)/2.
test.each([
  [0.5, 0.67448975019608174],
  [0.9, 1.6448536269514728],
  [0.95, 1.9599639845400539],
  [0.99, 2.5758293035489005],
  [0.999999, 4.8916384756929318],
])("a level of %f has the quantile %f", (level, quantile) => {
  expect(Math.abs(twoSidedQuantile(level) / quantile - 1)).toBeLessThan(1e-10);
});

test.each([
  [0, 0.5],
  [1, 0.15865525393145705],
  [1.999, 0.022804176932658883],
  [2.001, 0.022696194945641557],
  [6, 9.8658764503769814e-10],
  [30, 4.9067139271481871e-198],
])("the tail beyond %f is %f", (z, tail) => {
  expect(Math.abs(normalTail(z) / tail - 1)).toBeLessThan(1e-12);
});

test.each([0, 1, -1, Number.NaN])("rejects a level of %f", (level) => {
  expect(() => checkLevel(level)).toThrow(`level is ${level}; expected a number between 0 and 1`);
});
