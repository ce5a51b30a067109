import type { PackedPreferences, Scores } from "@tierwise/core-integrator";
import { badScore, isScore, itemStamps } from "@tierwise/core-integrator/passes";
import {
  endTier,
  newLayout,
  type PairSum,
  place,
  resetLayout,
  sumOverTiers,
  type TierLayout,
} from "@tierwise/race/pairs";
import type { WeightedRowLoss } from "../negatives/with-negatives.ts";

/** The sum over all pairs of items in different tiers of one row, where `itemWeights` multiply the terms of unnamed items. Default: 1. */
export function tierPairsLoss(pairSum: PairSum, itemWeights?: ArrayLike<number>): WeightedRowLoss {
  /** The observed items of one row. */
  const layout = newLayout();
  return (scores, at, preferences, p, gradient, weight = 1, termWeights) => {
    layOut(layout, scores, at, preferences, p, termWeights, itemWeights);
    const value = sumOverTiers(pairSum, layout, gradient !== undefined);
    if (gradient !== undefined) {
      gradient.fill(0, at, at + preferences.itemCount);
      for (let i = 0; i < layout.count; i++) gradient[at + layout.items[i]] = weight * layout.gradient[i];
    }
    return value;
  };
}

/** Fills the layout. The weights of the unnamed items are listed in `termWeights`, or by item in `itemWeights`. Default: 1. */
function layOut(
  layout: TierLayout,
  scores: Scores,
  at: number,
  preferences: PackedPreferences,
  p: number,
  termWeights: Float64Array | undefined,
  itemWeights: ArrayLike<number> | undefined,
): void {
  const { itemCount, tierOffsets, preferenceOffsets, restIsLowest } = preferences;
  resetLayout(layout, itemCount, preferenceOffsets[p + 1] - preferenceOffsets[p] + 1);
  const { stamp, base } = itemStamps(itemCount, 1);
  for (let t = preferenceOffsets[p]; t < preferenceOffsets[p + 1]; t++) {
    for (let i = tierOffsets[t]; i < tierOffsets[t + 1]; i++) {
      const item = preferences.items[i];
      if (!isScore(scores[at + item])) throw badScore(scores, at + item, "scores");
      stamp[item] = base;
      place(layout, item, scores[at + item], 1);
    }
    endTier(layout);
  }
  if (restIsLowest[p] === 0) return;
  for (let item = 0, k = 0; item < itemCount; item++) {
    if (stamp[item] === base) continue;
    const score = scores[at + item];
    if (!(score < Number.POSITIVE_INFINITY)) throw badScore(scores, at + item, "scores");
    const weight = termWeights === undefined ? (itemWeights?.[item] ?? 1) : termWeights[k++];
    if (score > Number.NEGATIVE_INFINITY) place(layout, item, score, weight);
  }
  endTier(layout);
}
