import {
  checkScores,
  type Preference,
  packPreferences,
  type RowLikelihood,
  type Scores,
} from "@tierwise/core-integrator";
import type { SharedLoss } from "./shared-loss.ts";

/**
 * A loss on one row of a batch: the value for preference `p` on the N scores scores[at … at + N − 1]. Where `gradient` is
 * given, weight · d loss/d scores overwrites the same place of it, which may be the array of scores itself. The value is
 * not weighted. Nothing is allocated, and lengths are not checked.
 */
export type RowLoss = RowLikelihood;

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
}

/** The loss of single observations that a loss on rows amounts to, with its form for shared scores where it has one. */
export function fromRowLoss(row: RowLoss, shared?: SharedLoss): RankingLoss {
  const loss: RankingLoss = (scores, preference, gradient) => {
    checkScores(scores);
    const itemCount = scores.length;
    if (gradient !== undefined && gradient.length !== itemCount) {
      throw new RangeError(`gradient has ${gradient.length} entries; expected ${itemCount}, one a score`);
    }
    return row(scores, 0, packPreferences([preference], itemCount), 0, gradient);
  };
  return Object.assign(loss, shared === undefined ? { row } : { row, shared });
}
