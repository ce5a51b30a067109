import { normal, randomStream } from "@tierwise/random";
import { semidefiniteRoot } from "../numerics/linear-algebra.ts";
import type { UncertainFit } from "../uncertainty/uncertain-fit.ts";

/** The deviations of drawn utilities from the fitted utilities. */
export interface Deviations {
  /** D, the number of draws. */
  readonly count: number;
  /** The deviations, D × N, row-major. */
  readonly values: Float64Array;
}

/** Returns the fit's own draws minus its utilities or, if the fit has no draws, normal draws B·z from its covariance B·Bᵀ. Cost: D·N². */
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
  // Uses N random numbers per draw even if the matrix has a smaller rank: rounding can decide whether the rank is N or N − 1, and it must
  // not change the draws.
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

/**
 * The share of draws in which each item is among the best k. Items with equal utilities in a draw share the places that they occupy:
 * if two items tie for first place, each is best with probability 1/2. Cost: D·N·log N.
 */
export function topProbabilities(utilities: Float64Array, { count, values }: Deviations, k: number): Float64Array {
  const n = utilities.length;
  const drawn = new Float64Array(n);
  const sorted = new Float64Array(n);
  const totals = new Float64Array(n);
  for (let d = 0; d < count; d++) {
    for (let i = 0; i < n; i++) drawn[i] = utilities[i] + values[d * n + i];
    sorted.set(drawn);
    sorted.sort();
    // All items above the k-th largest value are among the best k; items that tie with it share the remaining places.
    const bound = sorted[n - k];
    let above = 0;
    let equal = 0;
    for (let i = 0; i < n; i++) {
      if (drawn[i] > bound) above++;
      else if (drawn[i] === bound) equal++;
    }
    for (let i = 0; i < n; i++) {
      if (drawn[i] > bound) totals[i]++;
      else if (drawn[i] === bound) totals[i] += (k - above) / equal;
    }
  }
  return totals.map((total) => total / count);
}

/** A difference counts as real if it exceeds this many standard errors. */
export interface CriticalValues {
  /** One value per item, for a joint test of the item's N − 1 differences from the others. */
  readonly perItem: Float64Array;
  /** One value for a joint test of all N·(N − 1)/2 differences. */
  readonly overall: number;
}

/**
 * Critical values of max |t|: the quantile, over draws, of the largest |δ_j − δ_k|/error_jk among the pairs that are tested jointly.
 * Taking the ⌈level·(D + 1)⌉-th smallest of D draws makes the level exact for any D. Cost: D·N²/2.
 */
export function criticalValues(
  { count, values }: Deviations,
  errors: Float64Array,
  n: number,
  level: number,
): CriticalValues {
  const inverse = errors.map((error) => (error > 0 ? 1 / error : 0));
  const largest = new Float64Array(n * count);
  const overall = new Float64Array(count);
  for (let d = 0; d < count; d++) {
    for (let j = 1; j < n; j++) {
      for (let k = 0; k < j; k++) {
        const t = Math.abs(values[d * n + j] - values[d * n + k]) * inverse[j * n + k];
        if (t > largest[j * count + d]) largest[j * count + d] = t;
        if (t > largest[k * count + d]) largest[k * count + d] = t;
      }
    }
    for (let j = 0; j < n; j++) overall[d] = Math.max(overall[d], largest[j * count + d]);
  }
  const perItem = Float64Array.from({ length: n }, (_, j) =>
    upperQuantile(largest.subarray(j * count, (j + 1) * count), level),
  );
  return { perItem, overall: upperQuantile(overall, level) };
}

/** The ⌈level·(D + 1)⌉-th smallest value, or ∞ if D draws are too few for the level. Sorts in place. */
function upperQuantile(values: Float64Array, level: number): number {
  const place = Math.ceil(level * (values.length + 1));
  return place > values.length ? Number.POSITIVE_INFINITY : values.sort()[place - 1];
}
