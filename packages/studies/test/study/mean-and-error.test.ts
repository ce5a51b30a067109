import { expect, test } from "vitest";
import { meanAndError } from "../../src/index.ts";

test("a single value has no standard error", () => {
  expect(meanAndError([7])).toEqual({ mean: 7, standardError: undefined });
});

test("equal values have a standard error of 0", () => {
  expect(meanAndError([7, 7, 7])).toEqual({ mean: 7, standardError: 0 });
});
