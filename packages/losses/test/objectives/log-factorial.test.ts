import { expect, test } from "vitest";
import { logFactorial } from "../../src/objectives/log-factorial.ts";

test("logFactorial is exact up to 170 and continuous where Stirling's series begins", () => {
  expect([0, 1, 2, 3, 10].map(logFactorial)).toEqual([0, 0, Math.log(2), Math.log(6), Math.log(3628800)]);
  for (const n of [50, 169, 170, 171, 172, 500, 1e5]) {
    expect(Math.abs(logFactorial(n) - logFactorial(n - 1) - Math.log(n))).toBeLessThanOrEqual(
      2 * Number.EPSILON * logFactorial(n),
    );
  }
});
