import type { Anchor, Scale } from "./scale.ts";

/** Options for {@link elo}. */
export interface EloOptions {
  /** The mean value of all items; cannot be combined with an anchor. Default: 1000. */
  readonly mean?: number;
  /** An item with a fixed value. If given, the mean of all items is not fixed. */
  readonly anchor?: Anchor;
}

/** Points per unit of utility: 400 points multiply the odds of winning by 10. */
const POINTS = 400 / Math.LN10;

/**
 * The Elo scale: 400/ln 10 ≈ 173.7 points per unit of utility. An item 400 points above another wins ten times as often as it loses.
 *
 * @param options - The mean of all items, or an anchor.
 *
 * @example
 * ```ts
 * import { elo, scaleUtilities } from "@tierwise/aggregate";
 *
 * // The odds are 10 : 1, which is 400 points.
 * const fit = { utilities: Float64Array.of(Math.LN10 / 2, -Math.LN10 / 2), itemNames: ["a", "b"] };
 * console.log(scaleUtilities(fit, elo()).values.join(" ")); // 1200 800
 * console.log(scaleUtilities(fit, elo({ anchor: { name: "b", value: 1500 } })).values.join(" ")); // 1900 1500
 * ```
 */
export function elo({ mean, anchor }: EloOptions = {}): Scale {
  if (mean !== undefined && anchor !== undefined) {
    throw new RangeError(`mean is ${mean} and anchor is ${anchor.name}; expected at most one of them`);
  }
  const origin = anchor?.value ?? mean ?? 1000;
  if (!Number.isFinite(origin)) {
    throw new RangeError(`${anchor ? "anchor.value" : "mean"} is ${origin}; expected a finite number`);
  }
  return {
    name: "Elo",
    decimals: 0,
    ...(anchor && { anchor }),
    value: (utility) => origin + POINTS * utility,
    difference: (difference) => POINTS * difference,
  };
}
