import { logisticPairs } from "@tierwise/race/pairs";
import { specOf } from "../loss/loss-spec.ts";
import { fromRowLoss, type RankingLoss } from "../loss/ranking-loss.ts";
import type { ItemWeightsOption, NegativesOption } from "../negatives/negative-sampling.ts";
import { withNegatives } from "../negatives/with-negatives.ts";
import { namedLogistic } from "../pairs/named-logistic.ts";
import { sharedPairsLoss } from "../pairs/shared-pairs.ts";
import { tierPairsLoss } from "../pairs/tier-pairs.ts";

/**
 * RankNet: the logistic loss summed over every pair of items in different tiers, i above j,
 *
 *     Σ log(1 + e^{−(w_i − w_j)}).
 *
 * The sum needs no matrix of pairs: items are put into bins one unit wide, 14 points represent each bin, and only these points
 * interact. This takes O(N) time and memory and agrees with the sum over pairs to a relative error of 1e-13.
 *
 * C. Burges, T. Shaked, E. Renshaw, A. Lazier, M. Deeds, N. Hamilton and G. Hullender, Learning to rank using gradient descent, ICML 2005.
 *
 * @param options - Negative sampling, or weights of unnamed items.
 *
 * @example
 * ```ts
 * import { rankNetLoss } from "@tierwise/losses";
 *
 * // Two pairs of equal scores: 2·log 2.
 * console.log(rankNetLoss()([0, 0, 0], { tiers: [[0]] }).toFixed(5)); // 1.38629
 * ```
 */
export function rankNetLoss(options: NegativesOption & ItemWeightsOption = {}): RankingLoss {
  const { negatives, itemWeights } = options;
  const spec = specOf("ranknet", options);
  const row = tierPairsLoss(logisticPairs, itemWeights);
  if (negatives !== undefined) return fromRowLoss(withNegatives(row, "terms", negatives), { spec });
  return fromRowLoss(row, { shared: sharedPairsLoss(logisticPairs, namedLogistic), spec });
}
