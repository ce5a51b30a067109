import { expect, test } from "vitest";
import { quantile, sideBySide } from "../src/side-by-side.ts";

test("a quantile interpolates between sorted values", () => {
  const sorted = [1, 2, 4, 8];
  expect([0, 0.5, 1].map((q) => quantile(sorted, q))).toEqual([1, (2 + 4) / 2, 8]);
  expect(quantile(sorted, 0.25)).toBeCloseTo(1 + 0.75 * (2 - 1), 15);
  expect(quantile([7], 0.75)).toBe(7);
});

test("the first contestant is the baseline, with ratio 1 in every round", () => {
  const work = (): number => Math.sqrt(2);
  const { baseline } = sideBySide({ baseline: work, other: work }, { rounds: 3, sliceMilliseconds: 1 });
  expect(baseline.ratio).toBe(1);
  expect(baseline.quartiles).toEqual([1, 1]);
});
