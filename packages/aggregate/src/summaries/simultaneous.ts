import { normal, type Random, randomStream } from "@tierwise/random";
import { semidefiniteRoot } from "../numerics/linear-algebra.ts";
import type { Fit } from "../solvers/fit.ts";
import { checkLevel } from "../uncertainty/uncertain-fit.ts";
import { covarianceOf } from "./difference.ts";

/** Options for {@link simultaneousIntervals}. */
export interface SimultaneousOptions {
  /** The probability that all intervals cover their true values. Default: 0.95. */
  readonly level?: number;
  /** What the intervals cover: the N utilities or all N(N − 1)/2 pairwise differences. Default: `"utilities"`. */
  readonly of?: "differences" | "utilities";
  /** The number of draws; ignored if the fit has its own draws. Default: 10,000. */
  readonly draws?: number;
  /** The seed for the draws. Default: 0. */
  readonly seed?: number;
}

/** Intervals that all cover their true values with a given probability, from {@link simultaneousIntervals}. */
export interface SimultaneousIntervals {
  /** Each interval is ± this many standard errors. For comparison, an individual interval at level 0.95 is ± 1.96 standard errors. */
  readonly critical: number;
  /** The interval of each utility, N × 2, row-major; the interval of a difference is ± `critical` times its standard error. */
  readonly intervals: Float64Array;
}

/**
 * Computes intervals that, with the given probability, all cover their true values: ± c standard errors, where c is the quantile of the
 * largest |t|. The quantile is computed from the draws of a bootstrap or from normal draws with the covariance of the fit.
 *
 * @param fit - A fit with a covariance.
 * @param options - The level, what to cover, and the number and seed of the draws.
 *
 * @example
 * ```ts
 * import { fitUtilities, simultaneousIntervals } from "@tierwise/aggregate";
 *
 * const choices = Array.from({ length: 5 }, (_, i) => ({ tiers: [[i]] }));
 * const fit = fitUtilities(choices, { items: 5, weights: [50, 40, 30, 20, 10] });
 * const { critical } = simultaneousIntervals(fit);
 * console.log(critical > 2.4 && critical < 2.6); // true
 * console.log(simultaneousIntervals(fit, { of: "differences" }).critical > critical); // true
 * ```
 */
export function simultaneousIntervals(
  fit: Pick<Fit, "covariance" | "draws" | "standardErrors" | "utilities">,
  { level = 0.95, of = "utilities", draws = 10_000, seed = 0 }: SimultaneousOptions = {},
): SimultaneousIntervals {
  checkLevel(level);
  if (!Number.isInteger(draws) || draws < 1) throw new RangeError(`draws is ${draws}; expected a positive integer`);
  const { utilities } = fit;
  const n = utilities.length;
  const covariance = covarianceOf(fit);
  const errors = Float64Array.from({ length: n }, (_, i) => Math.sqrt(Math.max(0, covariance[i * n + i])));
  const next = fit.draws === undefined ? normalDraws(covariance, n, randomStream(seed)) : bootstrapDraws(fit.draws, n);
  const count = fit.draws?.count ?? draws;
  const largest = new Float64Array(count);
  const deviation = new Float64Array(n);
  for (let k = 0; k < count; k++) {
    next(k, deviation);
    largest[k] = of === "utilities" ? largestOf(deviation, errors) : largestDifference(deviation, covariance);
  }
  largest.sort();
  const critical = largest[Math.min(count - 1, Math.ceil(level * count) - 1)];
  const intervals = new Float64Array(2 * n);
  for (let i = 0; i < n; i++) {
    intervals[2 * i] = utilities[i] - critical * errors[i];
    intervals[2 * i + 1] = utilities[i] + critical * errors[i];
  }
  return { critical, intervals };
}

type Draw = (k: number, out: Float64Array) => void;

/** The deviations of the bootstrap utilities from their mean. */
function bootstrapDraws({ count, utilities }: NonNullable<Fit["draws"]>, n: number): Draw {
  const means = new Float64Array(n);
  for (let k = 0; k < count; k++) for (let i = 0; i < n; i++) means[i] += utilities[k * n + i] / count;
  return (k, out) => {
    for (let i = 0; i < n; i++) out[i] = utilities[k * n + i] - means[i];
  };
}

/** Normal vectors with the given covariance, which may be singular. */
function normalDraws(covariance: Float64Array, n: number, random: Random): Draw {
  const found = semidefiniteRoot(covariance, n);
  if (found === undefined)
    throw new RangeError("covariance is not positive semidefinite; expected a covariance matrix");
  const { rank, root } = found;
  const z = new Float64Array(rank);
  return (_, out) => {
    for (let k = 0; k < rank; k++) z[k] = normal(random);
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let k = 0; k < rank; k++) sum += root[i * rank + k] * z[k];
      out[i] = sum;
    }
  };
}

function largestOf(deviation: Float64Array, errors: Float64Array): number {
  let most = 0;
  for (let i = 0; i < deviation.length; i++) {
    if (errors[i] > 0) most = Math.max(most, Math.abs(deviation[i]) / errors[i]);
  }
  return most;
}

function largestDifference(deviation: Float64Array, covariance: Float64Array): number {
  const n = deviation.length;
  let most = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const variance = covariance[i * n + i] + covariance[j * n + j] - 2 * covariance[i * n + j];
      const square = (deviation[i] - deviation[j]) ** 2;
      if (variance > 0 && square > most * variance) most = square / variance;
    }
  }
  return Math.sqrt(most);
}
