import { describe, expect, test } from "vitest";
import { newtonStepByGradients } from "../../src/numerics/conjugate-gradients.ts";
import { inverseInformation, standardErrorsOf } from "../../src/numerics/inverse-information.ts";
import type { Objective } from "../../src/numerics/maximize.ts";
import { maximize } from "../../src/numerics/maximize.ts";
import { refine } from "../../src/numerics/refine.ts";

/** −Σ_i k_i/2·(x_i − x_{i+1} − 1)², the energy of a chain of springs. The maximum is a staircase. */
const springs =
  (stiffness: readonly number[]): Objective =>
  (x, gradient) => {
    gradient.fill(0);
    let value = 0;
    for (const [i, k] of stiffness.entries()) {
      const pull = k * (x[i] - x[i + 1] - 1);
      gradient[i] -= pull;
      gradient[i + 1] += pull;
      value -= (pull * (x[i] - x[i + 1] - 1)) / 2;
    }
    return value;
  };

describe("refine", () => {
  const stiffness = [1, 1e-9, 1, 1e-7];
  const staircase = [2, 1, 0, -1, -2];

  test.each([[true], [false]])("continues if the maximum is far away despite a small gradient (dense: %s)", (dense) => {
    const objective = springs(stiffness);
    const rough = maximize(objective, new Float64Array(5), { tolerance: 1e-6, maxIterations: 100 });
    expect(rough.converged).toBe(true);
    expect(Math.abs(rough.x[0] - 2)).toBeGreaterThan(0.1);
    const refined = refine(objective, rough, { maxIterations: 100, prior: 0, dense });
    expect(refined.distance).toBeLessThanOrEqual(1e-6);
    const mean = refined.x.reduce((sum, value) => sum + value, 0) / 5;
    for (const [i, value] of refined.x.entries()) expect(Math.abs(value - mean - staircase[i])).toBeLessThan(1e-5);
  });

  test("reports a distance of NaN if there is no curvature, and takes no step if none is allowed", () => {
    const flat: Objective = (_, gradient) => {
      gradient.fill(0);
      return 0;
    };
    const there = maximize(flat, new Float64Array(3), { tolerance: 1e-6, maxIterations: 10 });
    expect(refine(flat, there, { maxIterations: 10, prior: 0, dense: true }).distance).toBeNaN();
    const objective = springs(stiffness);
    const rough = maximize(objective, new Float64Array(5), { tolerance: 1e-6, maxIterations: 100 });
    const stopped = refine(objective, rough, { maxIterations: 0, prior: 0, dense: true });
    expect(stopped.distance).toBeGreaterThan(0.1);
    expect(stopped.x).toEqual(rough.x);
  });
});

test.each([[1], [1e-3], [1e-7]])(
  "for a chain of springs, one of them with a stiffness of %d, variances add up like resistances in series",
  (weak) => {
    const inverse = inverseInformation(springs([1, weak, 4]), new Float64Array(4), 0) ?? new Float64Array();
    // The variance of a difference is the sum of the resistances between the items.
    const variance = (i: number, j: number): number => inverse[i * 4 + i] + inverse[j * 4 + j] - 2 * inverse[i * 4 + j];
    expect(variance(1, 2) * weak).toBeCloseTo(1, 6);
    expect(variance(0, 3) / (1 / weak + 1.25)).toBeCloseTo(1, 6);
    for (let i = 0; i < 4; i++) {
      const sum = inverse.subarray(4 * i, 4 * i + 4).reduce((total, value) => total + value, 0);
      expect(sum * weak).toBeCloseTo(0, 12);
    }
    expect(standardErrorsOf(inverse, 4)[0]).toBe(Math.sqrt(inverse[0]));
  },
);

test("there is no inverse information if a spring is missing or is no stronger than rounding errors", () => {
  expect(inverseInformation(springs([0, 1]), new Float64Array(3), 0)).toBeUndefined();
  expect(inverseInformation(springs([1, 1e-12, 1]), new Float64Array(4), 0)).toBeUndefined();
});

test("conjugate gradients solve for the Newton step without a matrix", () => {
  const curvature = Float64Array.from({ length: 30 }, (_, i) => 10 ** (i / 10));
  const objective: Objective = (x, gradient) => {
    for (let i = 0; i < 30; i++) gradient[i] = -curvature[i] * (x[i] - i);
    return x.reduce((sum, value, i) => sum - (curvature[i] * (value - i) ** 2) / 2, 0);
  };
  const gradient = new Float64Array(30);
  objective(new Float64Array(30), gradient);
  const { step, solved } = newtonStepByGradients(objective, new Float64Array(30), gradient, (v) => v);
  expect(solved).toBe(true);
  for (const [i, value] of step.entries()) expect(value).toBeCloseTo(i, 4);
  const exact = newtonStepByGradients(objective, new Float64Array(30), gradient, (v) =>
    v.map((value, i) => value / curvature[i]),
  );
  for (const [i, value] of exact.step.entries()) expect(value).toBeCloseTo(i, 6);
});
