import { expect, test } from "vitest";
import { addMoments, interpolate, OFFSETS, POINTS, toCoefficients, toMasses } from "../../src/pairs/chebyshev.ts";
import { logistic, softplus } from "../../src/pairs/logistic.ts";

const offsets = Float64Array.from({ length: 101 }, (_, i) => i / 100);

test.each([
  ["a polynomial of degree 13", (x: number) => (x - 0.3) ** (POINTS - 1), 1e-14],
  ["softplus where its curvature is largest", (x: number) => softplus(x - 0.5), 1e-14],
  ["the logistic function where it is steepest", (x: number) => logistic(x - 0.5), 1e-14],
  ["e^x", Math.exp, 1e-14],
])("interpolation reproduces %s from its values at the points", (_, f, tolerance) => {
  const values = OFFSETS.map(f);
  toCoefficients(values, 0);
  for (const x of offsets) expect(Math.abs(interpolate(values, 0, x) - f(x))).toBeLessThanOrEqual(tolerance);
});

test("the sum of a smooth function over the items equals its sum over the point masses", () => {
  const masses = new Float64Array(POINTS);
  for (const [i, x] of offsets.entries()) addMoments(masses, 0, x, 1 + (i % 3));
  toMasses(masses, 0);
  const exact = offsets.reduce((sum, x, i) => sum + (1 + (i % 3)) * softplus(x - 2), 0);
  const atPoints = masses.reduce((sum, mass, j) => sum + mass * softplus(OFFSETS[j] - 2), 0);
  expect(Math.abs(atPoints - exact)).toBeLessThanOrEqual(1e-14 * exact);
});
