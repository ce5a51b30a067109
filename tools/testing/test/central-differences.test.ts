import { expect, test } from "vitest";
import { centralDifferences } from "../src/index.ts";

test("the gradient of exp(x) + x·y³ is (exp(x) + y³, 3·x·y²)", () => {
  const gradient = centralDifferences(([x, y]) => Math.exp(x) + x * y ** 3, Float64Array.of(0.5, 2));
  expect(gradient[0]).toBeCloseTo(Math.exp(0.5) + 8, 9);
  expect(gradient[1]).toBeCloseTo(3 * 0.5 * 4, 9);
});
