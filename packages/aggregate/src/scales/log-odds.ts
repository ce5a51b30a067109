import type { Anchor, Scale } from "./scale.ts";

/** Options for {@link logOdds}. */
export interface LogOddsOptions {
  /** An item whose value is fixed. Default: none; the mean of all items is 0. */
  readonly anchor?: Anchor;
}

/**
 * The scale of the utilities themselves: a difference of two values is the natural logarithm of the odds that the first item wins.
 *
 * @param options - An anchor.
 *
 * @example
 * ```ts
 * import { logOdds, scaleUtilities } from "@tierwise/aggregate";
 *
 * const fit = { utilities: Float64Array.of(0.5, -0.5), itemNames: ["a", "b"] };
 * console.log(scaleUtilities(fit, logOdds()).values.join(" ")); // 0.5 -0.5
 * console.log(scaleUtilities(fit, logOdds({ anchor: { name: "b", value: 0 } })).values.join(" ")); // 1 0
 * ```
 */
export function logOdds({ anchor }: LogOddsOptions = {}): Scale {
  const origin = anchor?.value ?? 0;
  if (!Number.isFinite(origin)) throw new RangeError(`anchor.value is ${origin}; expected a finite number`);
  return {
    name: "log-odds",
    decimals: 2,
    ...(anchor && { anchor }),
    value: (utility) => origin + utility,
    difference: (difference) => difference,
  };
}
