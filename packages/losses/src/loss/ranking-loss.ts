import {
  checkScores,
  type PackedPreferences,
  type Preference,
  packPreferences,
  type RowLikelihood,
  type Scores,
} from "@tierwise/core-integrator";
import type { LossSpec } from "./loss-spec.ts";

/**
 * A loss on one row of a batch: the value for preference `p` on the N scores scores[at … at + N − 1]. If `gradient` is
 * given, weight · d loss/d scores is written to the same positions of `gradient`, which may be `scores` itself. The value
 * is not weighted. Nothing is allocated, and lengths are not checked.
 */
export type RowLoss = RowLikelihood;

/** Options for a {@link SharedLoss}. */
export interface SharedLossOptions {
  /** Overwritten with Σ_b weight_b · d loss_b/d scores, N entries. */
  readonly gradient?: Float64Array;
  /** The weight of each observation, in the order of `preferences`. Default: 1. */
  readonly weights?: ArrayLike<number>;
  /** The indices of the observations to use, for a mini-batch. Default: all of them. */
  readonly subset?: ArrayLike<number>;
}

/**
 * A loss summed over observations that share one vector of scores, as in fits without features: Σ_b weight_b · loss_b. All
 * scores must be finite.
 */
export type SharedLoss = (scores: Scores, preferences: PackedPreferences, options?: SharedLossOptions) => number;

/**
 * A loss to minimize: how much the scores disagree with a preference. Any function with this signature works wherever Tierwise accepts a
 * loss. The losses in this package also have the forms `row` and `shared`.
 *
 * @example
 * ```ts
 * import { plPartitionLoss, type RankingLoss } from "@tierwise/losses";
 *
 * const loss: RankingLoss = plPartitionLoss();
 * const gradient = new Float64Array(4);
 * // Items 0 and 1 above items 2 and 3.
 * console.log(loss([2, 1, 0, -1], { tiers: [[0, 1]] }, gradient).toFixed(5)); // 0.46484
 * console.log(Array.from(gradient, (g) => g.toFixed(5)).join(" ")); // -0.08762 -0.30953 0.29034 0.10681
 * ```
 */
export interface RankingLoss {
  /**
   * @param scores - N finite scores, one per item.
   * @param preference - The observed tiers.
   * @param gradient - If given, N entries, overwritten with d loss/d scores.
   */
  (scores: Scores, preference: Preference, gradient?: Float32Array | Float64Array): number;
  /** The same loss on one row of a batch, for training loops; see {@link rowLoss}. */
  readonly row?: RowLoss;
  /** The same loss on many observations that share their scores, for fits; see {@link sharedLoss}. */
  readonly shared?: SharedLoss;
  /**
   * The JSON from which {@link createLoss} rebuilds the loss, on another thread or from a file. Undefined for custom functions, and for
   * losses created with a value that is not JSON: a custom rule, `random`, or `popularity`.
   */
  readonly spec?: LossSpec;
}

/** Additional forms of a loss that is defined on rows. */
export interface LossForms {
  /** The form for shared scores. */
  readonly shared?: SharedLoss;
  /** The spec that rebuilds the loss. */
  readonly spec?: LossSpec | undefined;
}

/** Creates a loss on individual observations from a loss on rows, and attaches its other forms. */
export function fromRowLoss(row: RowLoss, { shared, spec }: LossForms): RankingLoss {
  const loss: RankingLoss = (scores, preference, gradient) => {
    checkScores(scores);
    const itemCount = scores.length;
    if (gradient !== undefined && gradient.length !== itemCount) {
      throw new RangeError(`gradient has length ${gradient.length}; expected ${itemCount}, one per score`);
    }
    return row(scores, 0, packPreferences([preference], itemCount), 0, gradient);
  };
  return Object.assign(loss, { row, ...(shared && { shared }), ...(spec && { spec }) });
}
