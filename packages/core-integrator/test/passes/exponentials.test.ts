import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exponential, exponentiate, logAddExp, maximum, oneLessExponential } from "../../src/passes/exponentials.ts";

describe("exponential", () => {
  test("returns e^x to within 2 ulp of Math.exp", () => {
    fc.assert(
      fc.property(fc.double({ min: -708, max: 700, noNaN: true }), (v) => {
        expect(Math.abs(exponential(v) / Math.exp(v) - 1)).toBeLessThanOrEqual(3 * Number.EPSILON);
      }),
      { numRuns: 20_000 },
    );
  });

  const table: [number, number][] = [
    [0, 1],
    [-0, 1],
    [Math.LN2, 2],
    [-Math.LN2, 0.5],
    [Number.MIN_VALUE, 1],
    [Number.NEGATIVE_INFINITY, 0],
    [-1e300, 0],
    [-1e9, 0],
    [-746, 0],
    [Number.NaN, Number.NaN],
  ];
  test.each(table)("maps %d to %d", (v, expected) => {
    expect(exponential(v)).toEqual(expected);
  });

  test("returns 0 instead of a denormal number below e^-708", () => {
    expect(exponential(-708)).toBeGreaterThan(0);
    expect(exponential(-709)).toBe(0);
  });
});

describe("oneLessExponential", () => {
  test("returns 1 − e^−x to within 4 ulp of -expm1(-x)", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-150, max: 0.6, noNaN: true }), (x) => {
        expect(Math.abs(oneLessExponential(x) / -Math.expm1(-x) - 1)).toBeLessThanOrEqual(5 * Number.EPSILON);
      }),
      { numRuns: 20_000 },
    );
    for (let i = 0; i < 20_000; i++) {
      const x = (0.6 * (i + 0.5)) / 20_000;
      expect(Math.abs(oneLessExponential(x) / -Math.expm1(-x) - 1)).toBeLessThanOrEqual(5 * Number.EPSILON);
    }
  });

  test("returns 0 for 0 and NaN for NaN", () => {
    expect(Math.abs(oneLessExponential(0))).toBe(0);
    expect(oneLessExponential(Number.NaN)).toBeNaN();
  });
});

const values = fc
  .array(fc.double({ min: -50, max: 50, noNaN: true }), { maxLength: 13 })
  .map((v) => Float64Array.from(v));

test("`maximum` and `exponentiate` agree with plain loops on any range", () => {
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
