import { type LikelihoodOptions, resolveOptions } from "./likelihood.ts";
import { weightOf } from "./observation-weight.ts";
import { checkPacked, type PackedPreferences } from "./packed-preferences.ts";
import { rowLikelihood } from "./row-likelihood.ts";
import type { WalkOptions } from "./tier-walk.ts";

/** Options of {@link logLikelihoodRows}. */
export interface RowsOptions extends LikelihoodOptions {
  /** Overwritten with weight · ∂ log P/∂w, row by row; as long as `scores`, and may be the same array. */
  readonly gradient?: Float32Array | Float64Array;
  /** Overwritten with each row's log-likelihood, unweighted. */
  readonly values?: Float32Array | Float64Array;
  /** What each row's term is multiplied with; 1 where left out. */
  readonly weights?: ArrayLike<number>;
}

/**
 * The form for training loops: row b of `scores` is scored by preference b, gradients are written in place, and nothing is
 * allocated once the work memory has grown to its size. A row of Float32 scores is worked on in double precision.
 *
 * A score of −∞ of an item that no tier names gives it no mass. Any other score of the observation that is not finite is an
 * error; scores of unobserved items are not looked at.
 *
 * @param scores - B × N scores, row after row.
 * @param preferences - B packed preferences of N items, see {@link packPreferences}.
 * @param options - Where to write, the weights, the rule and the largest tier whose term counts.
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
  checkPacked(preferences);
  const { count, itemCount } = preferences;
  checkLengths(scores, preferences, options);
  const walkOptions: WalkOptions = { ...resolveOptions(options), wantGradient: gradient !== undefined };
  let total = 0;
  for (let b = 0; b < count; b++) {
    const weight = weightOf(weights, b);
    const { logLikelihood } = rowLikelihood(scores, b * itemCount, preferences, b, walkOptions, gradient, weight);
    if (values !== undefined) values[b] = logLikelihood;
    total += weight * logLikelihood;
  }
  return total;
}

function checkLengths(
  scores: Float32Array | Float64Array,
  { count, itemCount }: PackedPreferences,
  { gradient, values, weights }: RowsOptions,
): void {
  const expect = (name: string, length: number | undefined, wanted: number): void => {
    if (length !== undefined && length !== wanted) {
      throw new RangeError(`${name} has ${length} entries; expected ${wanted} for ${count} rows of ${itemCount} items`);
    }
  };
  expect("scores", scores.length, count * itemCount);
  expect("gradient", gradient?.length, count * itemCount);
  expect("values", values?.length, count);
  expect("weights", weights?.length, count);
}
