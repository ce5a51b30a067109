import { expect, test } from "vitest";
import { readableTime } from "../src/timing/claim-of.ts";
import { inverse, ratioOfMedians, ratioWithin, sideBySide } from "../src/timing/side-by-side.ts";

test("the first contestant is the baseline, with a ratio of 1 in every round", () => {
  const work = (): number => Math.sqrt(2);
  const { baseline } = sideBySide({ baseline: work, other: work }, { rounds: 3, sliceMilliseconds: 1 });
  expect(baseline.ratio).toBe(1);
  expect(baseline.quartiles).toEqual([1, 1]);
});

test("ratioWithin compares times round by round, and ratioOfMedians compares their medians", () => {
  expect(ratioWithin([2, 8, 30], [1, 2, 3])).toEqual({ ratio: 4, quartiles: [3, 7] });
  expect(ratioOfMedians([2, 8, 30], [1, 2, 3])).toEqual({ ratio: 4, quartiles: [5 / 2.5, 19 / 1.5] });
  expect(inverse({ ratio: 4, quartiles: [2, 8] })).toEqual({ ratio: 0.25, quartiles: [0.125, 0.5] });
});

test("readableTime formats times with a suitable unit", () => {
  expect([850, 1234, 5.6e7, 3.4e9, 9e10].map(readableTime)).toEqual(["850 ns", "1.2 µs", "56 ms", "3.4 s", "90 s"]);
});
