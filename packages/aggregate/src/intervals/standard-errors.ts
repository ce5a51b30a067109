import { standardErrorsOf } from "../numerics/inverse-information.ts";
import type { FittedMaximum, Interval, Uncertainty } from "./interval.ts";
import { bySampledInverse } from "./sampled-inverse.ts";

/**
 * Computes standard errors from the observed information H = −∂² log L/∂w², as usual for maximum likelihood: √(H⁻¹)_ii. The errors are
 * valid if the model is correct and the observations are independent. A 95% interval is ± 1.96 standard errors; {@link rankedItems}
 * computes it.
 *
 * For up to 2000 items, the N × N information is computed and inverted. For more items, the diagonal of the inverse is estimated with
 * random vectors, and the fit's `interval.method` says so.
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

/** The fields of a fit that an interval sets. */
interface UncertaintyFields extends Pick<Uncertainty, "covariance" | "draws" | "standardErrors"> {
  readonly interval: Pick<Uncertainty, "method" | "relativeError" | "replaced">;
}

/** Returns the uncertainty of the N utilities for a fit without other parameters. */
export function uncertaintyOf(interval: Interval, maximum: FittedMaximum): UncertaintyFields {
  return uncertaintyFields(interval.estimate(maximum), maximum.itemCount);
}

/** Returns the uncertainty of the first `itemCount` parameters. */
export function uncertaintyFields(
  { method, standardErrors, covariance, draws, relativeError, replaced }: Uncertainty,
  itemCount: number,
): UncertaintyFields {
  return {
    standardErrors: standardErrors.slice(0, itemCount),
    ...(covariance && { covariance: leadingBlock(covariance, standardErrors.length, itemCount) }),
    ...(draws && { draws }),
    interval: {
      method,
      ...(relativeError !== undefined && { relativeError }),
      ...(replaced !== undefined && { replaced }),
    },
  };
}

/** The upper left n × n block of a square matrix. */
function leadingBlock(matrix: Float64Array, size: number, n: number): Float64Array {
  if (n === size) return matrix;
  const block = new Float64Array(n * n);
  for (let i = 0; i < n; i++) block.set(matrix.subarray(i * size, i * size + n), i * n);
  return block;
}
