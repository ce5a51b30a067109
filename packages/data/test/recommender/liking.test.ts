import { expect, test } from "vitest";
import { usualLiking } from "../../src/index.ts";

test.each([
  ["half stars", [0.5, 4.5, 5], 4],
  ["four stars at most", [1, 2, 4], 4],
  ["clicks", [0, 1, 1], 1],
  ["clicks without the others", [1, 1], 1],
  ["ten points", [1, 7, 10], undefined],
  ["percent", [3, 87], undefined],
  ["negative and positive", [-1, 4], undefined],
  ["at most three", [1, 2, 3], undefined],
])("usualLiking returns the default threshold, if there is one, for %s", (_, grades, expected) => {
  expect(usualLiking({ ratings: [Float64Array.from(grades)] })).toBe(expected);
});
