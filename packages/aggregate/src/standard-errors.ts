import { invertPositiveDefinite } from "./cholesky.ts";
import type { Objective } from "./lbfgs.ts";

/** Differences of the gradient over this step have the second derivatives to about 1e-8. */
const STEP = 1e-4;

/**
 * Standard errors of utilities from the observed information H = −∂²/∂w² of the log-likelihood, by central differences of
 * its exact gradient. Without a prior the likelihood does not change when a constant is added to all utilities; they are
 * centred, and H⁺ = (H + 11ᵀ/N)⁻¹ − 11ᵀ/N has the variances of centred utilities on its diagonal.
 *
 * Cost: 2N gradients and N³ multiply-adds. Undefined where H is not positive definite on the centred utilities.
 */
export function standardErrors(
  objective: Objective,
  utilities: Float64Array,
  centred: boolean,
): Float64Array | undefined {
  const n = utilities.length;
  const information = observedInformation(objective, utilities);
  const constant = centred ? 1 / n : 0;
  for (let i = 0; i < n * n; i++) information[i] += constant;
  if (!invertPositiveDefinite(information, n)) return undefined;
  return utilities.map((_, i) => Math.sqrt(Math.max(0, information[i * n + i] - constant)));
}

function observedInformation(objective: Objective, utilities: Float64Array): Float64Array {
  const n = utilities.length;
  const matrix = new Float64Array(n * n);
  const at = Float64Array.from(utilities);
  const above = new Float64Array(n);
  const below = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    at[i] = utilities[i] + STEP;
    objective(at, above);
    at[i] = utilities[i] - STEP;
    objective(at, below);
    at[i] = utilities[i];
    // Half of each difference to either side of the diagonal keeps the matrix symmetric.
    for (let j = 0; j < n; j++) {
      const half = (below[j] - above[j]) / (4 * STEP);
      matrix[i * n + j] += half;
      matrix[j * n + i] += half;
    }
  }
  return matrix;
}
