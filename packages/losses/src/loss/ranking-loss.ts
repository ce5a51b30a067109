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
 * A loss on one row of a batch: the value for preference `p` on the N scores scores[at … at + N − 1]. Where `gradient` is
 * given, weight · d loss/d scores overwrites the same place of it, which may be the array of scores itself. The value is
 * not weighted. Nothing is allocated, and lengths are not checked.
 */
export type RowLoss = RowLikelihood;

/** Options of a {@link SharedLoss}. */
export interface SharedLossOptions {
  /** Overwritten with Σ_b weight_b · d loss_b/d scores, N entries. */
  readonly gradient?: Float64Array;
  /** What each observation's loss is multiplied with, by its number in `preferences`; 1 where left out. */
  readonly weights?: ArrayLike<number>;
  /** Which observations count, by number: a mini-batch. All of them where left out. */
  readonly subset?: ArrayLike<number>;
}

/**
 * A loss summed over observations that share one vector of scores, as in fits without features: Σ_b weight_b · loss_b. The
 * scores must all be finite.
 */
export type SharedLoss = (scores: Scores, preferences: PackedPreferences, options?: SharedLossOptions) => number;

/**
 * A loss to minimise: how badly scores agree with a preference. Any function of this form is one, and works wherever
 * Tierwise takes a loss; those that this package makes also have their `row` and `shared` forms.
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
   * @param scores - N finite scores, one an item.
   * @param preference - Which items are above which.
   * @param gradient - Where given, N entries, overwritten with d loss/d scores.
   */
  (scores: Scores, preference: Preference, gradient?: Float32Array | Float64Array): number;
  /** The same loss on one row of a batch, for training loops; see {@link rowLoss}. */
  readonly row?: RowLoss;
  /** The same loss on many observations that share their scores, for fits; see {@link sharedLoss}. */
  readonly shared?: SharedLoss;
  /**
   * What rebuilds the loss elsewhere, by {@link createLoss}: on another thread, or from a file. Functions of your own have none, nor have
   * losses that were made of something that is not JSON: a rule of your own, a `random` function, a `popularity`.
   */
  readonly spec?: LossSpec;
}

/** The forms of a loss besides its row. */
export interface LossForms {
  /** For shared scores. */
  readonly shared?: SharedLoss;
  /** What rebuilds it. */
  readonly spec?: LossSpec | undefined;
}

/** The loss of single observations that a loss on rows amounts to, with its other forms where it has them. */
export function fromRowLoss(row: RowLoss, { shared, spec }: LossForms): RankingLoss {
  const loss: RankingLoss = (scores, preference, gradient) => {
    checkScores(scores);
    const itemCount = scores.length;
    if (gradient !== undefined && gradient.length !== itemCount) {
      throw new RangeError(`gradient has ${gradient.length} entries; expected ${itemCount}, one a score`);
    }
    return row(scores, 0, packPreferences([preference], itemCount), 0, gradient);
  };
  return Object.assign(loss, { row, ...(shared && { shared }), ...(spec && { spec }) });
}
