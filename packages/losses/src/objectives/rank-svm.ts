import { specOf } from "../loss/loss-spec.ts";
import { fromRowLoss, type RankingLoss } from "../loss/ranking-loss.ts";
import type { ItemWeightsOption, NegativesOption } from "../negatives/negative-sampling.ts";
import { withNegatives } from "../negatives/with-negatives.ts";
import { hingePairs } from "../pairs/hinge-pairs.ts";
import { namedHinge } from "../pairs/named-hinge.ts";
import { sharedPairsLoss } from "../pairs/shared-pairs.ts";
import { tierPairsLoss } from "../pairs/tier-pairs.ts";

/**
 * RankSVM: the hinge loss summed over every pair of items in different tiers, i above j,
 *
 *     Σ max(0, 1 − (w_i − w_j)).
 *
 * The sum is exact and uses sorting, which takes O(N log n) time and O(N) memory for n items above N others. A pair with w_i − w_j = 1 adds
 * no gradient.
 *
 * T. Joachims, Optimizing search engines using clickthrough data, KDD 2002; for a training algorithm with this cost, see KDD 2006.
 *
 * @param options - Negative sampling, or weights of unnamed items.
 *
 * @example
 * ```ts
 * import { rankSvmLoss } from "@tierwise/losses";
 *
 * // Item 0 is 0.5 above item 1 and 2 above item 2: max(0, 1 − 0.5) + max(0, 1 − 2).
 * console.log(rankSvmLoss()([2, 1.5, 0], { tiers: [[0]] })); // 0.5
 * ```
 */
export function rankSvmLoss(options: NegativesOption & ItemWeightsOption = {}): RankingLoss {
  const { negatives, itemWeights } = options;
  const spec = specOf("ranksvm", options);
  const row = tierPairsLoss(hingePairs, itemWeights);
  if (negatives !== undefined) return fromRowLoss(withNegatives(row, "terms", negatives), { spec });
  return fromRowLoss(row, { shared: sharedPairsLoss(hingePairs, namedHinge), spec });
}
