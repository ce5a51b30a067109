import { expect, test } from "vitest";
import { normalQuantile } from "../../src/numerics/normal-quantile.ts";

// References from mpmath: √2·erfinv(level).
test.each([
  [0.5, 0.6744897501960817],
  [0.9, 1.6448536269514729],
  [0.95, 1.9599639845400538],
  [0.99, 2.5758293035489004],
  [0.999999, 4.891638475692932],
])("the half-width of an interval at the level %f is %f standard errors", (level, quantile) => {
  expect(Math.abs(-normalQuantile((1 - level) / 2) / quantile - 1)).toBeLessThan(1e-14);
  expect(normalQuantile((1 + level) / 2)).toBeCloseTo(quantile, 9);
});
