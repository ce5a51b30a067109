import type { PackedPreferences, Scores } from "@tierwise/core-integrator";
import { badScore, isScore, itemStamps } from "@tierwise/core-integrator/passes";
import type { WeightedRowLoss } from "../negatives/with-negatives.ts";

/** The observed items of one row, tier after tier, best first. Memory is reused: only the first `count` entries count. */
export interface TierLayout {
  count: number;
  scores: Float64Array;
  /** What the terms of pairs are multiplied with in which the item is the lower one. */
  weights: Float64Array;
  /** Sums d loss/d score. */
  gradient: Float64Array;
}

/**
 * Adds up the terms of all pairs of an item in from … middle − 1, the upper ones, with one in middle … to − 1, the lower
 * ones, and adds their derivatives to the layout's gradient where that is wanted.
 */
export type PairSum = (layout: TierLayout, from: number, middle: number, to: number, wantGradient: boolean) => number;

const layout: TierLayout = {
  count: 0,
  scores: new Float64Array(0),
  weights: new Float64Array(0),
  gradient: new Float64Array(0),
};
/** The item at each place of the layout. */
let items = new Int32Array(0);
/** Where each tier with items begins; one entry more than there are. */
let bounds = new Int32Array(0);
let tierCount = 0;

/**
 * The sum over all pairs of items in different tiers. The tiers are halved again and again, and `pairSum` called for the
 * upper and the lower half: an item takes part in about log(N/its tier's size) such sums, one where there are two tiers.
 */
export function tierPairsLoss(pairSum: PairSum): WeightedRowLoss {
  return (scores, at, preferences, p, gradient, weight = 1, termWeights) => {
    layOut(scores, at, preferences, p, termWeights);
    const wantGradient = gradient !== undefined;
    if (wantGradient) layout.gradient.fill(0, 0, layout.count);
    const value = sumOverHalves(pairSum, 0, tierCount, wantGradient);
    if (wantGradient) {
      gradient.fill(0, at, at + preferences.itemCount);
      for (let i = 0; i < layout.count; i++) gradient[at + items[i]] = weight * layout.gradient[i];
    }
    return value;
  };
}

/** The pairs among the tiers first … last − 1. */
function sumOverHalves(pairSum: PairSum, first: number, last: number, wantGradient: boolean): number {
  if (last - first < 2) return 0;
  const half = (bounds[first] + bounds[last]) / 2;
  let middle = first + 1;
  while (middle + 1 < last && bounds[middle + 1] - half <= half - bounds[middle]) middle++;
  return (
    pairSum(layout, bounds[first], bounds[middle], bounds[last], wantGradient) +
    sumOverHalves(pairSum, first, middle, wantGradient) +
    sumOverHalves(pairSum, middle, last, wantGradient)
  );
}

/** Fills the layout; `termWeights` are those of the unnamed items, 1 where left out. */
function layOut(
  scores: Scores,
  at: number,
  preferences: PackedPreferences,
  p: number,
  termWeights: Float64Array | undefined,
): void {
  const { itemCount, tierOffsets, preferenceOffsets, restIsLowest } = preferences;
  grow(itemCount, preferenceOffsets[p + 1] - preferenceOffsets[p] + 1);
  layout.count = 0;
  tierCount = 0;
  const { stamp, base } = itemStamps(itemCount, 1);
  for (let t = preferenceOffsets[p]; t < preferenceOffsets[p + 1]; t++) {
    for (let i = tierOffsets[t]; i < tierOffsets[t + 1]; i++) {
      const item = preferences.items[i];
      if (!isScore(scores[at + item])) throw badScore(scores, at + item, "scores");
      stamp[item] = base;
      place(item, scores[at + item], 1);
    }
    endTier();
  }
  if (restIsLowest[p] === 0) return;
  for (let item = 0, k = 0; item < itemCount; item++) {
    if (stamp[item] === base) continue;
    const score = scores[at + item];
    if (!(score < Number.POSITIVE_INFINITY)) throw badScore(scores, at + item, "scores");
    const weight = termWeights === undefined ? 1 : termWeights[k++];
    if (score > Number.NEGATIVE_INFINITY) place(item, score, weight);
  }
  endTier();
}

function place(item: number, score: number, weight: number): void {
  items[layout.count] = item;
  layout.scores[layout.count] = score;
  layout.weights[layout.count++] = weight;
}

/** A tier ends here, unless it has no item. */
function endTier(): void {
  if (layout.count > bounds[tierCount]) bounds[++tierCount] = layout.count;
}

function grow(itemCount: number, mostTiers: number): void {
  if (items.length < itemCount) {
    items = new Int32Array(itemCount);
    layout.scores = new Float64Array(itemCount);
    layout.weights = new Float64Array(itemCount);
    layout.gradient = new Float64Array(itemCount);
  }
  if (bounds.length <= mostTiers) bounds = new Int32Array(mostTiers + 1);
}
