import type { Scale } from "./scale.ts";

/**
 * The probability e^u/(e^u + 1) of winning against an average item, whose utility is the mean of all utilities. The value of a difference
 * is the probability that the first of the two items wins.
 *
 * @example
 * ```ts
 * import { scaleDifference, scaleUtilities, winProbability } from "@tierwise/aggregate";
 *
 * const fit = { utilities: Float64Array.of(Math.log(3), -Math.log(3)) };
 * console.log(Array.from(scaleUtilities(fit, winProbability()).values, (p) => p.toFixed(2)).join(" ")); // 0.75 0.25
 * console.log(scaleDifference(fit, 0, 1, winProbability()).value.toFixed(2)); // 0.90
 * ```
 */
export function winProbability(): Scale {
  return { name: "win probability", decimals: 3, value: logistic, difference: logistic };
}

/** e^x/(e^x + 1), without overflow. */
function logistic(x: number): number {
  const smaller = Math.exp(-Math.abs(x));
  return (x > 0 ? 1 : smaller) / (1 + smaller);
}
