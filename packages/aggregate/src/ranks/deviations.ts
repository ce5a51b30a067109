import { normal, randomStream } from "@tierwise/random";
import { semidefiniteRoot } from "../numerics/semidefinite-root.ts";
import type { UncertainFit } from "../uncertainty/uncertain-fit.ts";

/** D × N deviations of drawn utilities from the fitted ones, one draw per row. */
export interface Deviations {
  /** D, the number of draws. */
  readonly count: number;
  /** The deviations, D × N by rows. */
  readonly values: Float64Array;
}

/** The fit's own draws minus its utilities or, if it has none, normal draws B·z from its covariance B·Bᵀ. Cost: D·N². */
export function deviationsOf(fit: UncertainFit, count: number, seed: number): Deviations {
  const { utilities, covariance, draws } = fit;
  const n = utilities.length;
  if (draws !== undefined) {
    return { count: draws.count, values: draws.utilities.map((value, at) => value - utilities[at % n]) };
  }
  const found = covariance && semidefiniteRoot(covariance, n);
  if (found === undefined)
    throw new RangeError("covariance is not positive semidefinite; expected a covariance matrix");
  const { rank, root } = found;
  const random = randomStream(seed);
  const values = new Float64Array(count * n);
  // N numbers per draw even if the rank is smaller: whether it is N or N − 1 can be a matter of rounding, and must not change the draws.
  const z = new Float64Array(n);
  for (let d = 0; d < count; d++) {
    for (let k = 0; k < n; k++) z[k] = normal(random);
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let k = 0; k < rank; k++) sum += root[i * rank + k] * z[k];
      values[d * n + i] = sum;
    }
  }
  return { count, values };
}
