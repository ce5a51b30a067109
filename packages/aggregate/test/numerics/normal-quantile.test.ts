import { expect, test } from "vitest";
import { normalQuantile } from "../../src/numerics/normal-quantile.ts";

// References with 17 digits from mpmath: √2·erfinv(level).
test.each([
  [0.5, 0.67448975019608174],
  [0.9, 1.6448536269514728],
  [0.95, 1.9599639845400539],
  [0.99, 2.5758293035489005],
  [0.999999, 4.8916384756929318],
])("an interval at the level %f is ± %f standard errors", (level, quantile) => {
  expect(Math.abs(-normalQuantile((1 - level) / 2) / quantile - 1)).toBeLessThan(1e-14);
  expect(normalQuantile((1 + level) / 2)).toBeCloseTo(quantile, 9);
});
