import { randomStream } from "@tierwise/random";
import type { FittedMaximum, Uncertainty } from "./interval.ts";

/** The number of random vectors, each of which requires solving a linear system. */
const VECTORS = 64;

/**
 * Computes standard errors from an estimate of the diagonal of H⁻¹, without storing a matrix (Hutchinson 1990, and Bekas, Kokiopoulou and
 * Saad 2007): the mean of z ∘ H⁻¹z over vectors z of random signs. One vector estimates entry i with variance Σ_{j≠i} (H⁻¹)_ij², so the
 * result is accurate if estimates are weakly correlated, as is usual for many items. Cost: one linear system per vector.
 */
export function bySampledInverse({ parameters, itemCount, solve, unit }: FittedMaximum): Uncertainty {
  const random = randomStream(0);
  const size = parameters.length;
  const sums = new Float64Array(size);
  const squares = new Float64Array(size);
  for (let k = 0; k < VECTORS; k++) {
    const signs = Float64Array.from({ length: size }, () => (random() < 0.5 ? -1 : 1));
    const solved = solve(signs);
    for (let i = 0; i < size; i++) {
      const value = signs[i] * solved[i];
      sums[i] += value;
      squares[i] += value * value;
    }
  }
  const variances = sums.map((sum) => Math.max(0, sum / VECTORS));
  let relative = 0;
  for (let i = 0; i < itemCount; i++) {
    const spread = Math.max(0, squares[i] / VECTORS - variances[i] ** 2) / (VECTORS - 1);
    // The relative error of √v is half that of v: d√v/√v = dv/(2v).
    if (variances[i] > 0) relative += spread / variances[i] ** 2 / 4 / itemCount;
  }
  return {
    method: `observed information, with its inverse sampled by ${VECTORS} random vectors`,
    standardErrors: variances.map((variance) => Math.sqrt(variance / unit)),
    relativeError: Math.sqrt(relative),
  };
}
