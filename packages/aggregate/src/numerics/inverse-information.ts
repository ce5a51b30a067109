import { invertPositiveDefinite } from "./linear-algebra.ts";
import type { Objective } from "./maximize.ts";

/** Computes second derivatives from the gradient: the sum over k of weights[k]·(g(w − k·step) − g(w + k·step))/step. */
interface Differences {
  readonly step: number;
  readonly weights: readonly number[];
}

/** Second-order central differences, with 2N gradients, a relative truncation error of 2e-9 and a relative rounding error of 1e-12. */
const NARROW: Differences = { step: 1e-4, weights: [1 / 2] };
/** Sixth-order central differences, with 6N gradients, a relative truncation error of 1e-11 and a relative rounding error of 1e-14. */
const WIDE: Differences = { step: 1e-2, weights: [3 / 4, -3 / 20, 1 / 60] };
/** Above this condition number, rounding in the second-order differences affects the inverse. */
const NARROW_CONDITION = 1e4;
/** Above this condition number, rounding in the sixth-order differences makes the inverse useless. */
const WORST_CONDITION = 1e10;
/** Above this condition number, rounding makes the inverse useless even if second derivatives are exact, with a relative error of 1e-15. */
const EXACT_CONDITION = 1e12;

/**
 * The inverse of the observed information H = −∂²/∂w² of a log-likelihood for centered utilities. If the function `exact` is given, it
 * returns H; otherwise, H is computed from central differences of the exact gradient.
 *
 * The likelihood does not change when a constant is added to all utilities. Subtracting λ/n from all entries therefore makes H singular in
 * that direction: the prior λ, which sets the mean of the utilities to 0, must not affect their errors. The largest diagonal entry c is
 * then doubled, which ties its item to 0: (H + c·e·eᵀ)⁻¹ = G + 11ᵀ/c, where G is a generalized inverse of H. Centering turns G into the
 * pseudoinverse H⁺ = C·G·C. Nothing else in H changes, so the results keep all their digits even for items that only a few observations
 * connect.
 *
 * Cost: N³ multiply-adds. The differences require 2N gradients. If H is ill-conditioned, wider differences, which are less affected by
 * rounding, require another 6N gradients. Returns undefined if H is not positive definite on centered utilities, or if it is so nearly
 * singular that no digits would be correct.
 */
export function inverseInformation(
  objective: Objective,
  utilities: Float64Array,
  prior: number,
  exact?: (w: Float64Array) => Float64Array,
): Float64Array | undefined {
  if (exact !== undefined) {
    const matrix = exact(utilities);
    return invertWithin(matrix, utilities.length, prior, EXACT_CONDITION) ? matrix : undefined;
  }
  for (const [differences, limit] of [
    [NARROW, NARROW_CONDITION],
    [WIDE, WORST_CONDITION],
  ] as const) {
    const information = observedInformation(objective, utilities, differences);
    if (invertWithin(information, utilities.length, prior, limit)) return information;
  }
  return undefined;
}

/** Inverts an information matrix in place; returns false if it is nearly singular or not positive definite. */
function invertWithin(information: Float64Array, n: number, prior: number, limit: number): boolean {
  for (let k = 0; k < information.length; k++) information[k] -= prior / n;
  const diagonal = Float64Array.from({ length: n }, (_, i) => information[i * n + i]);
  if (!invert(information, diagonal)) return false;
  return diagonal.every((value, i) => value * information[i * n + i] <= limit);
}

/** Inverts an information matrix in place; returns false if it is not positive definite. */
function invert(information: Float64Array, diagonal: Float64Array): boolean {
  const n = diagonal.length;
  if (n === 1) {
    information[0] = 0;
    return true;
  }
  let tied = 0;
  for (let i = 1; i < n; i++) if (diagonal[i] > diagonal[tied]) tied = i;
  information[tied * n + tied] *= 2;
  if (!invertPositiveDefinite(information, n)) return false;
  centerBothWays(information, n);
  return true;
}

/** The standard errors: the square roots of the diagonal entries. */
export function standardErrorsOf(inverse: Float64Array, n: number): Float64Array {
  return Float64Array.from({ length: n }, (_, i) => Math.sqrt(Math.max(0, inverse[i * n + i])));
}

function observedInformation(
  objective: Objective,
  utilities: Float64Array,
  { step, weights }: Differences,
): Float64Array {
  const n = utilities.length;
  const matrix = new Float64Array(n * n);
  const at = Float64Array.from(utilities);
  const above = new Float64Array(n);
  const below = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (const [k, weight] of weights.entries()) {
      at[i] = utilities[i] + (k + 1) * step;
      objective(at, above);
      at[i] = utilities[i] - (k + 1) * step;
      objective(at, below);
      // Adding half of each difference on either side of the diagonal keeps the matrix symmetric.
      const half = weight / (2 * step);
      for (let j = 0; j < n; j++) {
        const share = half * (below[j] - above[j]);
        matrix[i * n + j] += share;
        matrix[j * n + i] += share;
      }
    }
    at[i] = utilities[i];
  }
  return matrix;
}

/** Replaces a matrix A with C·A·C, where C = 1 − 11ᵀ/n. */
export function centerBothWays(matrix: Float64Array, n: number): void {
  const means = new Float64Array(n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) means[i] += matrix[i * n + j] / n;
  const mean = means.reduce((sum, value) => sum + value, 0) / n;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) matrix[i * n + j] += mean - means[i] - means[j];
  }
}
