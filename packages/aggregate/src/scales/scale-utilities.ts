import { normalQuantile } from "../numerics/normal-quantile.ts";
import type { UncertainFit } from "../uncertainty/uncertain-fit.ts";
import { centeredErrors, checkLevel, differenceError, fitCovariance } from "../uncertainty/uncertain-fit.ts";
import type { Scale } from "./scale.ts";

/** The fields of a fit that are needed to convert it to a scale. */
export interface ScalableFit extends UncertainFit {
  /** The standard error of each centered utility, for a fit that has neither covariance nor draws. */
  readonly standardErrors?: Float64Array;
}

/** Options for {@link scaleUtilities} and {@link scaleDifference}. */
export interface ScaleOptions {
  /** The level of the intervals. Default: 0.95. */
  readonly level?: number;
}

/** The utilities of a fit and their intervals, converted to a scale. */
export interface ScaledUtilities {
  /** The value of each item. */
  readonly values: Float64Array;
  /** The lower end of each interval; undefined if the fit has no standard errors. */
  readonly lower?: Float64Array;
  /** The upper end of each interval; undefined if the fit has no standard errors. */
  readonly upper?: Float64Array;
}

/** The difference between two items, converted to a scale. */
export interface ScaledDifference {
  /** The value of the difference. */
  readonly value: number;
  /** The interval of the difference; undefined if the fit has neither covariance nor draws. */
  readonly interval?: readonly [from: number, to: number];
}

/**
 * Converts the utilities of a fit and their intervals to a scale.
 *
 * Without an anchor, utilities are relative to their mean, and so are the intervals. With an anchor, an interval refers to the difference
 * between the item and the anchor. The anchor itself then has an interval of width 0. The other intervals are usually wider than without an
 * anchor, because they include the uncertainty of the anchor. The ends of intervals are transformed in the same way as the values.
 *
 * @param fit - Utilities with standard errors, covariance or draws. An anchored scale requires item names, and its intervals require
 * covariance or draws.
 * @param scale - A scale such as {@link elo}.
 * @param options - The level of the intervals.
 *
 * @example
 * ```ts
 * import { elo, scaleUtilities } from "@tierwise/aggregate";
 *
 * const covariance = Float64Array.of(0.01, -0.01, -0.01, 0.01);
 * const fit = { utilities: Float64Array.of(0.5, -0.5), covariance, itemNames: ["a", "b"] };
 * const show = ({ values, lower, upper }: ReturnType<typeof scaleUtilities>): string =>
 *   Array.from(values, (v, i) => `${v.toFixed(0)} [${lower?.[i].toFixed(0)}, ${upper?.[i].toFixed(0)}]`).join(", ");
 * console.log(show(scaleUtilities(fit, elo()))); // 1087 [1053, 1121], 913 [879, 947]
 * console.log(show(scaleUtilities(fit, elo({ anchor: { name: "b", value: 913 } })))); // 1087 [1019, 1155], 913 [913, 913]
 * ```
 */
export function scaleUtilities(fit: ScalableFit, scale: Scale, { level = 0.95 }: ScaleOptions = {}): ScaledUtilities {
  checkLevel(level);
  const { utilities } = fit;
  const n = utilities.length;
  const anchor = anchorOf(fit, scale);
  const origin = anchor === undefined ? utilities.reduce((sum, u) => sum + u / n, 0) : utilities[anchor];
  const values = utilities.map((u) => scale.value(u - origin));
  const errors = errorsOf(fit, anchor);
  if (errors === undefined) return { values };
  const z = -normalQuantile((1 - level) / 2);
  const end = (sign: number): Float64Array => utilities.map((u, i) => scale.value(u - origin + sign * z * errors[i]));
  return { values, lower: end(-1), upper: end(1) };
}

/**
 * Converts the difference between two items of a fit, with its interval, to a scale: points on the Elo scale, or the probability that the
 * first item wins. Use this interval to decide whether two items differ. Whether the intervals of the two items overlap does not answer
 * that question.
 *
 * @param fit - Utilities with covariance or draws.
 * @param first - The index of the first item.
 * @param second - The index of the second item.
 * @param scale - A scale such as {@link elo}; its mean and anchor do not matter for differences.
 * @param options - The level of the interval.
 *
 * @example
 * ```ts
 * import { elo, scaleDifference } from "@tierwise/aggregate";
 *
 * const covariance = Float64Array.of(0.01, -0.01, -0.01, 0.01);
 * const fit = { utilities: Float64Array.of(0.5, -0.5), covariance };
 * const { value, interval } = scaleDifference(fit, 0, 1, elo());
 * console.log(value.toFixed(0), interval?.map((bound) => bound.toFixed(0)).join(" to ")); // 174 106 to 242
 * ```
 */
export function scaleDifference(
  fit: ScalableFit,
  first: number,
  second: number,
  scale: Scale,
  { level = 0.95 }: ScaleOptions = {},
): ScaledDifference {
  checkLevel(level);
  const n = fit.utilities.length;
  for (const [name, item] of Object.entries({ first, second })) {
    if (!Number.isInteger(item) || item < 0 || item >= n) {
      throw new RangeError(`${name} is ${item}; expected an item from 0 to ${n - 1}`);
    }
  }
  const difference = fit.utilities[first] - fit.utilities[second];
  const value = scale.difference(difference);
  if (fit.covariance === undefined && fit.draws === undefined) return { value };
  const reach = -normalQuantile((1 - level) / 2) * differenceError(fitCovariance(fit), n, first, second);
  return { value, interval: [scale.difference(difference - reach), scale.difference(difference + reach)] };
}

function anchorOf({ itemNames }: ScalableFit, { anchor }: Scale): number | undefined {
  if (anchor === undefined) return undefined;
  const item = itemNames?.indexOf(anchor.name) ?? -1;
  if (item < 0) {
    const known = itemNames === undefined ? "the fit has no item names" : "no item has this name";
    throw new RangeError(`anchor is ${JSON.stringify(anchor.name)}, but ${known}; expected the name of an item`);
  }
  return item;
}

/** The standard error of each utility relative to the anchor or, without an anchor, to the mean of all utilities. */
function errorsOf(fit: ScalableFit, anchor: number | undefined): Float64Array | undefined {
  const n = fit.utilities.length;
  if (fit.covariance === undefined && fit.draws === undefined) {
    if (anchor === undefined || fit.standardErrors === undefined) return fit.standardErrors;
    throw new RangeError(
      "the fit has standard errors but no covariance; expected a covariance or draws, which an anchored scale needs for intervals",
    );
  }
  const covariance = fitCovariance(fit);
  return anchor === undefined
    ? centeredErrors(covariance, n)
    : fit.utilities.map((_, i) => differenceError(covariance, n, i, anchor));
}
