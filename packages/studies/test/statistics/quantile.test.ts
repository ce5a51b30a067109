import { expect, test } from "vitest";
import { medianOf, quantile } from "../../src/index.ts";

test("quantiles interpolate between sorted values", () => {
  const sorted = [1, 2, 4, 8];
  expect([0, 0.5, 1].map((q) => quantile(sorted, q))).toEqual([1, (2 + 4) / 2, 8]);
  expect(quantile(sorted, 0.25)).toBeCloseTo(1 + 0.75 * (2 - 1), 15);
  expect(quantile([7], 0.75)).toBe(7);
});

test("the median does not require an order and leaves its input unchanged", () => {
  const values = [8, 1, 4, 2];
  expect(medianOf(values)).toBe((2 + 4) / 2);
  expect(values).toEqual([8, 1, 4, 2]);
});
