import { matrixTimes, maxNorm } from "./linear-algebra.ts";
import type { Objective } from "./maximize.ts";

/** A step this short ends the search, because it is far below the sampling error of a resample. */
const SHORT = 1e-6;
const MOST_STEPS = 40;
/** Each step must be at most this fraction of the previous one; otherwise the old curvature does not fit the new data. */
const SHRINKS = 0.8;

/**
 * Maximizes a function by Newton steps that reuse the inverse information at the maximum of a similar function (the chord method):
 * each step costs one gradient and n² multiply-adds. Returns undefined if the steps do not get shorter.
 */
export function maximizeByChords(
  objective: Objective,
  start: Float64Array,
  inverse: Float64Array,
): Float64Array | undefined {
  const gradient = new Float64Array(start.length);
  const x = Float64Array.from(start);
  let last = Number.POSITIVE_INFINITY;
  for (let k = 0; k < MOST_STEPS; k++) {
    objective(x, gradient);
    const step = matrixTimes(inverse, gradient);
    const size = maxNorm(step);
    if (!(size <= SHRINKS * last) && k > 0) return undefined;
    for (let i = 0; i < x.length; i++) x[i] += step[i];
    if (size <= SHORT) return x;
    last = size;
  }
  return undefined;
}
