import type { PackedPreferences } from "../preference/packed-preferences.ts";
import { checkEvaluation, weightOf } from "../preference/packed-preferences.ts";
import type { RestSoftmaxOption } from "./rest-softmax.ts";
import { rowLogLikelihood } from "./row-likelihood.ts";
import type { LikelihoodOptions } from "./tier-walk.ts";

/** Options for {@link logLikelihoodRows}. */
export interface RowsOptions extends LikelihoodOptions, RestSoftmaxOption {
  /** Overwritten with weight · ∂ log P/∂w, row by row. It must be as long as `scores` and may be the same array. */
  readonly gradient?: Float32Array | Float64Array;
  /** Overwritten with each row's log-likelihood, unweighted. */
  readonly values?: Float32Array | Float64Array;
  /** The weight of each row. Default: 1. */
  readonly weights?: ArrayLike<number>;
}

/**
 * The log-likelihood of a batch, for training loops: row b of `scores` is evaluated on preference b, gradients are written
 * in place, and nothing is allocated once the work memory is large enough. Float32 rows are computed in double precision.
 *
 * An item that appears in no tier may have a score of −∞, which gives it no mass. Any other nonfinite score in the observation
 * is an error; scores of unobserved items are ignored.
 *
 * @param scores - B × N scores, row by row.
 * @param preferences - B packed preferences over N items; see {@link packPreferences}.
 * @param options - Output arrays, weights, the rule, `maxTier`, and the softmax over the rest.
 * @returns Σ_b weight_b · log P_b.
 *
 * @example
 * ```ts
 * import { logLikelihoodRows, packPreferences } from "@tierwise/core-integrator";
 *
 * const preferences = packPreferences([{ tiers: [[0, 1]] }, { tiers: [[3], [2]] }], 4);
 * const scores = Float32Array.of(2, 1, 0, -1, 0, 0, 0, 0);
 * const gradient = new Float32Array(8);
 * const values = new Float64Array(2);
 * console.log(logLikelihoodRows(scores, preferences, { gradient, values }).toFixed(5)); // -2.94974
 * console.log(Array.from(values, (value) => value.toFixed(5)).join(" ")); // -0.46484 -2.48491
 * ```
 */
export function logLikelihoodRows(
  scores: Float32Array | Float64Array,
  preferences: PackedPreferences,
  options: RowsOptions = {},
): number {
  const { gradient, values, weights } = options;
  checkEvaluation("rows", scores, preferences, options);
  const { count, itemCount } = preferences;
  const row = rowLogLikelihood(options);
  let total = 0;
  for (let b = 0; b < count; b++) {
    const weight = weightOf(weights, b);
    const value = row(scores, b * itemCount, preferences, b, gradient, weight);
    if (values !== undefined) values[b] = value;
    total += weight * value;
  }
  return total;
}
