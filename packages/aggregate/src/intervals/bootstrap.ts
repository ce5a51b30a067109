import { standardErrorsOf } from "../numerics/inverse-information.ts";
import type { FittedMaximum, Interval, Uncertainty } from "./interval.ts";
import { bootstrapClusters, checkReplaced, type Resamples, refitResamples } from "./resamples.ts";
import { countClusters } from "./sandwich.ts";

/** Options for {@link bootstrap}. */
export interface BootstrapOptions {
  /** The number of resamples, at least 2. Default: 1000. */
  readonly resamples?: number;
  /** The seed for the resamples. Default: 0. */
  readonly seed?: number;
  /**
   * Whether to resample whole clusters (judges, questions) instead of observations. Default: true if the data have clusters. If the data
   * have no clusters, `true` is an error.
   */
  readonly clustered?: boolean;
  /** Returns all resamples of a fit, for example from other processes that ran {@link refitResamples}. Default: the fit computes them. */
  readonly refits?: (maximum: FittedMaximum) => Resamples;
}

const MOST_PARAMETERS_FOR_MATRIX = 2000;

/**
 * Computes standard errors from fits to resampled data: the standard deviation of each utility over the resamples. The fit returns the
 * refitted utilities as `draws`. Without clusters, a resample draws the count of an observation with weight w from Poisson(w). The cost
 * grows with the number of distinct observations, not with the number of battles: 10⁶ battles between 100 items give at most 15,000. With G
 * clusters, each resample draws G clusters with replacement.
 *
 * A resample in which some items are never beaten has no finite maximum. Such a resample is drawn again, and `interval.replaced` of the fit
 * counts how often that happened. If this count is large, the standard errors are too small; use a `prior` or {@link sandwich} instead.
 *
 * @param options - The number of resamples, the seed, and whether to resample clusters.
 *
 * @example
 * ```ts
 * import { bootstrap, fitBattles } from "@tierwise/aggregate";
 *
 * const battles = {
 *   itemNames: ["soup", "stew"],
 *   left: Int32Array.of(0, 0),
 *   right: Int32Array.of(1, 1),
 *   outcomes: Uint8Array.of(0, 1),
 *   weights: Float64Array.of(300, 100),
 * };
 * const { standardErrors, draws } = fitBattles(battles, { interval: bootstrap({ resamples: 500, seed: 1 }) });
 * console.log(draws?.count, draws?.utilities.length); // 500 1000
 *
 * // The information gives √(1/300 + 1/100)/2 = 0.058.
 * console.log(Math.abs((standardErrors?.[0] ?? 0) - 0.058) < 0.004); // true
 * ```
 */
export function bootstrap({ resamples = 1000, seed = 0, clustered, refits }: BootstrapOptions = {}): Interval {
  if (!Number.isInteger(resamples) || resamples < 2) {
    throw new RangeError(`resamples is ${resamples}; expected an integer of at least 2`);
  }
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed is ${seed}; expected a safe integer`);
  const refit = refits ?? ((maximum) => refitResamples(maximum, { resamples, seed, clustered }));
  return {
    name: "bootstrap",
    estimate: (maximum) => byBootstrap(maximum, refit(maximum), resamples, bootstrapClusters(maximum, clustered)),
  };
}

function byBootstrap(
  { parameters: { length: size }, itemCount }: FittedMaximum,
  { parameters: all, replaced }: Resamples,
  resamples: number,
  clusters: Int32Array | undefined,
): Uncertainty {
  if (all.length !== resamples * size) {
    throw new RangeError(
      `refits returned ${all.length} parameters; expected ${resamples * size}: ${resamples} resamples of ${size}`,
    );
  }
  checkReplaced(replaced, resamples);
  const covariance = size <= MOST_PARAMETERS_FOR_MATRIX ? covarianceOf(all, resamples, size) : undefined;
  const utilities = new Float64Array(resamples * itemCount);
  for (let r = 0; r < resamples; r++) utilities.set(all.subarray(r * size, r * size + itemCount), r * itemCount);
  const what = clusters === undefined ? "" : ` of ${countClusters(clusters)} clusters`;
  return {
    method: `bootstrap, ${resamples} resamples${what}`,
    standardErrors: covariance ? standardErrorsOf(covariance, size) : deviationsOf(all, resamples, size),
    ...(covariance && { covariance }),
    draws: { count: resamples, utilities },
    replaced,
  };
}

/** The standard deviation of each column. */
function deviationsOf(rows: Float64Array, count: number, size: number): Float64Array {
  return Float64Array.from({ length: size }, (_, i) => {
    let [mean, sum] = [0, 0];
    for (let r = 0; r < count; r++) mean += rows[r * size + i] / count;
    for (let r = 0; r < count; r++) sum += (rows[r * size + i] - mean) ** 2;
    return Math.sqrt(sum / (count - 1));
  });
}

/** The sample covariance of `count` rows of `size` entries. */
function covarianceOf(rows: Float64Array, count: number, size: number): Float64Array {
  const means = new Float64Array(size);
  for (let r = 0; r < count; r++) for (let i = 0; i < size; i++) means[i] += rows[r * size + i] / count;
  const covariance = new Float64Array(size * size);
  const centered = new Float64Array(size);
  for (let r = 0; r < count; r++) {
    for (let i = 0; i < size; i++) centered[i] = rows[r * size + i] - means[i];
    for (let i = 0; i < size; i++) {
      const value = centered[i];
      for (let j = 0; j <= i; j++) covariance[i * size + j] += value * centered[j];
    }
  }
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      covariance[i * size + j] /= count - 1;
      covariance[j * size + i] = covariance[i * size + j];
    }
  }
  return covariance;
}
