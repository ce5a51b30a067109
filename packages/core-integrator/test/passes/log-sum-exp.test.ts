import fc from "fast-check";
import { expect, test } from "vitest";
import { exponentiate, logAddExp, maximum } from "../../src/passes/log-sum-exp.ts";

const values = fc
  .array(fc.double({ min: -50, max: 50, noNaN: true }), { maxLength: 13 })
  .map((v) => Float64Array.from(v));

test("maximum and exponentiate agree with plain loops on any range", () => {
  fc.assert(
    fc.property(values, fc.nat(13), fc.nat(13), (all, a, b) => {
      const from = Math.min(a, b, all.length);
      const to = Math.min(Math.max(a, b), all.length);
      const stretch = all.slice(from, to);
      expect(maximum(all, from, to)).toBe(Math.max(...stretch));
      const out = all.slice();
      const sum = exponentiate(out, from, to, 3);
      const expected = stretch.map((v) => Math.exp(v - 3));
      expect(sum).toBeCloseTo(
        expected.reduce((total, e) => total + e, 0),
        -Math.log10(1e-13 * Math.max(1, sum)),
      );
      for (const [i, v] of out.entries()) {
        if (i < from || i >= to) expect(v).toBe(all[i]);
        else expect(Math.abs(v / expected[i - from] - 1)).toBeLessThanOrEqual(4 * Number.EPSILON);
      }
    }),
  );
});

test("logAddExp adds two numbers in log space, including -Infinity", () => {
  expect(logAddExp(0, 0)).toBeCloseTo(Math.log(2), 15);
  expect(logAddExp(1000, 0)).toBe(1000);
  expect(logAddExp(Number.NEGATIVE_INFINITY, 3)).toBe(3);
  expect(logAddExp(3, Number.NEGATIVE_INFINITY)).toBe(3);
  expect(logAddExp(Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY)).toBe(Number.NEGATIVE_INFINITY);
});
