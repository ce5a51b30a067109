import { normalQuantile } from "../numerics/normal-quantile.ts";
import type { Fit } from "../solvers/fit.ts";
import { checkLevel } from "../uncertainty/uncertain-fit.ts";

/** The difference between the utilities of two items, from {@link difference}. */
export interface UtilityDifference {
  /** w_i − w_j. */
  readonly difference: number;
  /** The standard error of the difference. */
  readonly standardError: number;
  /** The interval of the difference, at the given level. */
  readonly interval: readonly [from: number, to: number];
}

/**
 * Computes the difference between two utilities with its interval, w_i − w_j ± z·√(Σ_ii + Σ_jj − 2Σ_ij). Estimated utilities are
 * correlated, so comparing two separate intervals can mislead: they may overlap even if the difference is significant.
 *
 * @param fit - A fit with a covariance.
 * @param i - An item.
 * @param j - Another item.
 * @param options - `level`: the probability that the interval covers the true difference. Default: 0.95.
 *
 * @example
 * ```ts
 * import { difference, fitUtilities } from "@tierwise/aggregate";
 *
 * const duels = [{ tiers: [[0], [1]] }, { tiers: [[1], [0]] }];
 * const fit = fitUtilities(duels, { items: 2, weights: [30, 10] });
 * const { difference: d, standardError } = difference(fit, 0, 1);
 * console.log(d.toFixed(4), Math.log(3).toFixed(4)); // 1.0986 1.0986
 * console.log(standardError.toFixed(4), Math.sqrt(1 / 30 + 1 / 10).toFixed(4)); // 0.3651 0.3651
 * ```
 */
export function difference(
  fit: Pick<Fit, "covariance" | "utilities">,
  i: number,
  j: number,
  { level = 0.95 }: { readonly level?: number } = {},
): UtilityDifference {
  const { utilities } = fit;
  const covariance = covarianceOf(fit);
  checkLevel(level);
  for (const [name, item] of Object.entries({ i, j })) {
    if (!Number.isInteger(item) || item < 0 || item >= utilities.length) {
      throw new RangeError(`${name} is ${item}; expected the index of an item, from 0 to ${utilities.length - 1}`);
    }
  }
  const n = utilities.length;
  const variance = covariance[i * n + i] + covariance[j * n + j] - 2 * covariance[i * n + j];
  const standardError = Math.sqrt(Math.max(0, variance));
  const middle = utilities[i] - utilities[j];
  const reach = normalQuantile((1 + level) / 2) * standardError;
  return { difference: middle, standardError, interval: [middle - reach, middle + reach] };
}

/** The covariance of a fit; throws if it has none. */
export function covarianceOf({ covariance }: Pick<Fit, "covariance">): Float64Array {
  if (covariance === undefined) {
    throw new RangeError("the fit has no covariance; expected a converged fit of at most 2000 items with an interval");
  }
  return covariance;
}
