import { standardErrorsOf } from "../numerics/inverse-information.ts";
import type { FittedMaximum, Interval, Uncertainty } from "./interval.ts";
import { bySampledInverse } from "./sampled-inverse.ts";

/**
 * Standard errors from the observed information H = −∂² log L/∂w², as usual for maximum likelihood: √(H⁻¹)_ii. They are valid if
 * the model is correct and the observations are independent. A 95% interval is ± 1.96 standard errors; {@link rankedItems}
 * computes it.
 *
 * Up to 2000 items, the N × N information is computed and inverted. For more items, the diagonal of the inverse is estimated with
 * random vectors, and `interval.method` of the fit says so.
 *
 * @example
 * ```ts
 * import { fitUtilities, information } from "@tierwise/aggregate";
 *
 * const duels = [{ tiers: [[0], [1]] }, { tiers: [[1], [0]] }];
 * const fit = fitUtilities(duels, { items: 2, weights: [30, 10], interval: information() });
 * // The difference has variance 1/30 + 1/10; each centered utility is half of it.
 * console.log(fit.standardErrors?.[0].toFixed(5), (Math.sqrt(1 / 30 + 1 / 10) / 2).toFixed(5)); // 0.18257 0.18257
 * ```
 */
export function information(): Interval {
  return { name: "information", estimate: byInformation };
}

function byInformation(maximum: FittedMaximum): Uncertainty {
  const { inverseInformation, parameters, unit } = maximum;
  if (inverseInformation === undefined) return bySampledInverse(maximum);
  return {
    method: "observed information",
    standardErrors: standardErrorsOf(inverseInformation, parameters.length).map((error) => error / Math.sqrt(unit)),
    covariance: inverseInformation.map((value) => value / unit),
  };
}
