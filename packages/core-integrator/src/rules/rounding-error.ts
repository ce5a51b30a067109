/**
 * The estimated rounding error of a sum of `count` terms whose absolute values sum to `magnitude`: a random walk of half-ulp
 * steps, a quarter of √count ulps, and one ulp for the functions in the terms.
 */
export function roundingError(magnitude: number, count: number): number {
  return Number.EPSILON * magnitude * (1 + 0.25 * Math.sqrt(count));
}
