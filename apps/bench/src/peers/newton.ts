import { type Preference, packPreferences, sharedLogLikelihood } from "@tierwise/core-integrator";
import type { SolverOptions } from "./em.ts";

const STEP = 1e-4;

/**
 * Newton's method with the observed information, computed by N differences of the exact gradient per iteration and regularized by 11ᵀ/N. A
 * step is halved as long as it decreases the likelihood.
 */
export function newtonFit(
  preferences: readonly Preference[],
  { itemCount, tolerance, maxIterations, ...weighted }: SolverOptions,
): { utilities: Float64Array; iterations: number; converged: boolean } {
  const packed = packPreferences(preferences, itemCount);
  const total = weighted.weights === undefined ? packed.count : Array.from(weighted.weights).reduce((a, b) => a + b, 0);
  const evaluate = (x: Float64Array, gradient: Float64Array): number =>
    sharedLogLikelihood(x, packed, { ...weighted, gradient });
  let w: Float64Array = new Float64Array(itemCount);
  let gradient: Float64Array = new Float64Array(itemCount);
  let value = evaluate(w, gradient);
  for (let iterations = 0; ; iterations++) {
    const converged = gradient.every((g) => Math.abs(g) <= tolerance * total);
    if (converged || iterations === maxIterations) return { utilities: w, iterations, converged };
    const direction = solve(information(evaluate, w, gradient), gradient);
    for (let step = 1; ; step /= 2) {
      const next = w.map((v, i) => v + step * direction[i]);
      const there = new Float64Array(itemCount);
      const reached = evaluate(next, there);
      if (reached < value - 1e-12 * Math.abs(value) && step > 1e-6) continue;
      w = next;
      gradient = there;
      value = reached;
      break;
    }
  }
}

/** The regularized information H + 11ᵀ/N. */
function information(
  evaluate: (x: Float64Array, gradient: Float64Array) => number,
  w: Float64Array,
  gradient: Float64Array,
): Float64Array[] {
  const at = Float64Array.from(w);
  const there = new Float64Array(w.length);
  const rows = Array.from(w, () => new Float64Array(w.length).fill(1 / w.length));
  for (let i = 0; i < w.length; i++) {
    at[i] = w[i] + STEP;
    evaluate(at, there);
    at[i] = w[i];
    for (let j = 0; j < w.length; j++) {
      const half = (gradient[j] - there[j]) / (2 * STEP);
      rows[i][j] += half;
      rows[j][i] += half;
    }
  }
  return rows;
}

/** Gaussian elimination for a positive definite matrix, which is overwritten. */
function solve(rows: Float64Array[], right: Float64Array): Float64Array {
  const x = Float64Array.from(right);
  const n = x.length;
  for (let k = 0; k < n; k++) {
    for (let i = k + 1; i < n; i++) {
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j < n; j++) rows[i][j] -= factor * rows[k][j];
      x[i] -= factor * x[k];
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let j = k + 1; j < n; j++) x[k] -= rows[k][j] * x[j];
    x[k] /= rows[k][k];
  }
  return x;
}
