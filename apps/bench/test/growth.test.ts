import { expect, test } from "vitest";
import { growthExponent } from "../src/growth.ts";

test("y = 3·x² grows with exponent 2", () => {
  const x = [10, 100, 1000];
  const y = x.map((value) => 3 * value ** 2);
  expect(growthExponent(x, y)).toBeCloseTo(2, 12);
});
