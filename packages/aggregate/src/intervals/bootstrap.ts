import { type Random, randomStream } from "@tierwise/random";
import { standardErrorsOf } from "../numerics/inverse-information.ts";
import { poissonCount } from "../numerics/poisson-count.ts";
import type { FittedMaximum, Interval, Uncertainty } from "./interval.ts";
import { countClusters } from "./sandwich.ts";

/** Options for {@link bootstrap}. */
export interface BootstrapOptions {
  /** The number of resamples, at least 2. Default: 1000. */
  readonly resamples?: number;
  /** Seeds the resamples. Default: 0. */
  readonly seed?: number;
  /**
   * Whether to resample whole clusters (judges, questions) instead of observations. Default: true if the data have clusters. `true`
   * without clusters is an error.
   */
  readonly clustered?: boolean;
}

const MOST_PARAMETERS_FOR_MATRIX = 2000;
/** The bootstrap gives up if a resample is drawn this many times without a finite maximum. */
const MOST_ATTEMPTS = 20;

/**
 * Standard errors from refits of resampled data: the standard deviation of each utility over the resamples, which the fit returns as
 * `draws`. Without clusters, an observation with count w has a count drawn from Poisson(w) in each resample, so the cost does not depend
 * on the number of observations: 10⁶ battles among 100 items have at most 15,000 counts. With clusters, G of the G clusters are drawn
 * with replacement.
 *
 * A resample in which some items are never beaten has no finite maximum. It is drawn again; `interval.replaced` of the fit counts how
 * often that happened. If the count is large, the errors are too small; use a `prior` or {@link sandwich} instead.
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
export function bootstrap({ resamples = 1000, seed = 0, clustered }: BootstrapOptions = {}): Interval {
  if (!Number.isInteger(resamples) || resamples < 2) {
    throw new RangeError(`resamples is ${resamples}; expected an integer of at least 2`);
  }
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed is ${seed}; expected a safe integer`);
  return { name: "bootstrap", estimate: (maximum) => byBootstrap(maximum, resamples, seed, clustered) };
}

function byBootstrap(
  { observations, parameters, itemCount }: FittedMaximum,
  resamples: number,
  seed: number,
  clustered: boolean | undefined,
): Uncertainty {
  if (clustered === true && observations.clusters === undefined) {
    throw new RangeError(
      "bootstrap({ clustered: true }) needs data with clusters; expected a judge or question for each observation",
    );
  }
  const clusters = clustered === false ? undefined : observations.clusters;
  const redraw = clusters === undefined ? redrawCounts : redrawClusters(clusters);
  const size = parameters.length;
  const all = new Float64Array(resamples * size);
  const weights = new Float64Array(observations.weights.length);
  let replaced = 0;
  for (let r = 0; r < resamples; r++) {
    for (let attempt = 0; ; attempt++) {
      redraw(observations.weights, randomStream(seed, r, attempt), weights);
      const found = observations.refit(weights);
      if (found !== undefined) {
        all.set(found.subarray(0, size), r * size);
        break;
      }
      replaced++;
      if (replaced > MOST_ATTEMPTS * resamples || attempt > 100 * MOST_ATTEMPTS) {
        throw new RangeError(
          "bootstrap: nearly all resamples have items that are never beaten, so they have no finite utilities; set a prior, or use sandwich()",
        );
      }
    }
  }
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

type Redraw = (given: Float64Array, random: Random, out: Float64Array) => void;

const redrawCounts: Redraw = (given, random, out) => {
  for (let b = 0; b < given.length; b++) out[b] = poissonCount(given[b], random);
};

/** G draws with replacement from the G clusters that occur. */
function redrawClusters(clusters: Int32Array): Redraw {
  const ids = Int32Array.from(new Set(clusters));
  let most = 0;
  for (const id of ids) most = Math.max(most, id);
  const times = new Float64Array(most + 1);
  return (given, random, out) => {
    times.fill(0);
    for (let k = 0; k < ids.length; k++) times[ids[Math.floor(random() * ids.length)]]++;
    for (let b = 0; b < given.length; b++) out[b] = given[b] * times[clusters[b]];
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
