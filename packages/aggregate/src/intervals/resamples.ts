import { type Random, randomStream } from "@tierwise/random";
import { poissonCount } from "../numerics/poisson-count.ts";
import type { FittedMaximum } from "./interval.ts";

/** The fits to resampled data that {@link refitResamples} returns. */
export interface Resamples {
  /** The number of resamples. */
  readonly count: number;
  /** The P parameters of each fit, that is, N centered utilities and then any others; count × P, row-major. */
  readonly parameters: Float64Array;
  /** The number of resamples that had no finite maximum and were drawn again. */
  readonly replaced: number;
}

/** Options for {@link refitResamples}. */
export interface ResamplesOptions {
  /** The number of resamples in the whole bootstrap. */
  readonly resamples: number;
  /** The seed for the resamples. Default: 0. */
  readonly seed?: number;
  /** Whether to resample whole clusters. Default: true if the data have clusters. */
  readonly clustered?: boolean | undefined;
  /** The index of the first resample to fit. Default: 0. */
  readonly from?: number;
  /** The index after the last resample to fit. Default: `resamples`. */
  readonly to?: number;
}

/** The bootstrap fails if the number of redrawn resamples exceeds this multiple of the number of resamples. */
const MOST_ATTEMPTS = 20;

/**
 * Computes the fits to all or some of the resamples of a {@link bootstrap}. Resample r depends only on the data, the seed and r, so
 * concatenating parts that were fitted in different processes gives exactly the same numbers.
 *
 * @param maximum - The fit to the data, as passed to an {@link Interval}.
 * @param options - The seed, and which resamples to fit.
 *
 * @example
 * ```ts
 * import { bootstrap, fitUtilities, type Interval, type Resamples, refitResamples } from "@tierwise/aggregate";
 *
 * const duels = [{ tiers: [[0], [1]] }, { tiers: [[1], [0]] }];
 * const data = { itemNames: ["soup", "stew"], preferences: duels, weights: [30, 10] };
 * const parts: Resamples[] = [];
 * for (const from of [0, 50]) {
 *   // An interval that keeps half of the resamples.
 *   const half: Interval = {
 *     name: "half",
 *     estimate: (maximum) => {
 *       parts.push(refitResamples(maximum, { resamples: 100, seed: 1, from, to: from + 50 }));
 *       return { method: "half", standardErrors: new Float64Array(maximum.parameters.length) };
 *     },
 *   };
 *   fitUtilities(data, { interval: half });
 * }
 * const parameters = Float64Array.from(parts.flatMap((part) => [...part.parameters]));
 * const refits = () => ({ count: 100, parameters, replaced: parts[0].replaced + parts[1].replaced });
 * const whole = fitUtilities(data, { interval: bootstrap({ resamples: 100, seed: 1 }) });
 * const joined = fitUtilities(data, { interval: bootstrap({ resamples: 100, refits }) });
 * console.log(joined.standardErrors?.[0] === whole.standardErrors?.[0]); // true
 * ```
 */
export function refitResamples(maximum: FittedMaximum, options: ResamplesOptions): Resamples {
  const { resamples, seed = 0, clustered, from = 0, to = resamples } = options;
  if (!(Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to && to <= resamples)) {
    throw new RangeError(`from and to are ${from} and ${to}; expected integers with 0 ≤ from ≤ to ≤ ${resamples}`);
  }
  const { observations, parameters } = maximum;
  const clusters = bootstrapClusters(maximum, clustered);
  const redraw = clusters === undefined ? redrawCounts : redrawClusters(clusters);
  const size = parameters.length;
  const all = new Float64Array((to - from) * size);
  const weights = new Float64Array(observations.weights.length);
  let replaced = 0;
  for (let r = from; r < to; r++) {
    for (let attempt = 0; ; attempt++) {
      redraw(observations.weights, randomStream(seed, r, attempt), weights);
      const found = observations.refit(weights);
      if (found !== undefined) {
        all.set(found.subarray(0, size), (r - from) * size);
        break;
      }
      checkReplaced(++replaced, attempt > 100 * MOST_ATTEMPTS ? 0 : resamples);
    }
  }
  return { count: to - from, parameters: all, replaced };
}

/** Throws if too many resamples had no finite maximum. */
export function checkReplaced(replaced: number, resamples: number): void {
  if (replaced <= MOST_ATTEMPTS * resamples) return;
  throw new RangeError(
    "bootstrap: in nearly all resamples, some items are never beaten, so the utilities are not finite; set a prior, or use sandwich()",
  );
}

/** The clusters that a bootstrap resamples; undefined if it resamples observations. */
export function bootstrapClusters(
  { observations: { clusters } }: FittedMaximum,
  clustered: boolean | undefined,
): Int32Array | undefined {
  if (clustered === true && clusters === undefined) {
    throw new RangeError(
      "bootstrap({ clustered: true }) needs data with clusters; expected a judge or question for each observation",
    );
  }
  return clustered === false ? undefined : clusters;
}

type Redraw = (given: Float64Array, random: Random, out: Float64Array) => void;

const redrawCounts: Redraw = (given, random, out) => {
  for (let b = 0; b < given.length; b++) out[b] = poissonCount(given[b], random);
};

/** Draws G times with replacement from the G clusters that occur in the data. */
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
