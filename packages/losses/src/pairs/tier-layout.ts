/** Items, tier after tier, best first. Memory is reused: only the first `count` entries count. */
export interface TierLayout {
  count: number;
  /** The item at each place. */
  items: Int32Array;
  scores: Float64Array;
  /** What the terms of pairs are multiplied with in which the item takes part. */
  weights: Float64Array;
  /** Sums d loss/d score. */
  gradient: Float64Array;
  /** Where each tier with items begins; one entry more than there are. */
  bounds: Int32Array;
  tierCount: number;
}

/**
 * Adds up weight_i · weight_j · the term of all pairs of an item in from … middle − 1, the upper ones, with one in
 * middle … to − 1, the lower ones, and adds their derivatives to the layout's gradient where that is wanted.
 */
export type PairSum = (layout: TierLayout, from: number, middle: number, to: number, wantGradient: boolean) => number;

export function newLayout(): TierLayout {
  const none = new Float64Array(0);
  const noItems = new Int32Array(0);
  return { count: 0, items: noItems, scores: none, weights: none, gradient: none, bounds: noItems, tierCount: 0 };
}

/** Empties a layout, with room for so many items and tiers. */
export function resetLayout(layout: TierLayout, mostItems: number, mostTiers: number): void {
  if (layout.items.length < mostItems) {
    layout.items = new Int32Array(mostItems);
    layout.scores = new Float64Array(mostItems);
    layout.weights = new Float64Array(mostItems);
    layout.gradient = new Float64Array(mostItems);
  }
  if (layout.bounds.length <= mostTiers) layout.bounds = new Int32Array(mostTiers + 1);
  layout.count = 0;
  layout.tierCount = 0;
}

export function place(layout: TierLayout, item: number, score: number, weight: number): void {
  layout.items[layout.count] = item;
  layout.scores[layout.count] = score;
  layout.weights[layout.count++] = weight;
}

/** A tier ends here, unless it has no item. */
export function endTier(layout: TierLayout): void {
  if (layout.count > layout.bounds[layout.tierCount]) layout.bounds[++layout.tierCount] = layout.count;
}

/**
 * The sum over all pairs of items in different tiers. The tiers are halved again and again, and `pairSum` called for the
 * upper and the lower half: an item takes part in about log(N/its tier's size) such sums, one where there are two tiers.
 */
export function sumOverTiers(pairSum: PairSum, layout: TierLayout, wantGradient: boolean): number {
  if (wantGradient) layout.gradient.fill(0, 0, layout.count);
  return sumOverHalves(pairSum, layout, 0, layout.tierCount, wantGradient);
}

/** The pairs among the tiers first … last − 1. */
function sumOverHalves(
  pairSum: PairSum,
  layout: TierLayout,
  first: number,
  last: number,
  wantGradient: boolean,
): number {
  if (last - first < 2) return 0;
  const { bounds } = layout;
  const half = (bounds[first] + bounds[last]) / 2;
  let middle = first + 1;
  while (middle + 1 < last && bounds[middle + 1] - half <= half - bounds[middle]) middle++;
  return (
    pairSum(layout, bounds[first], bounds[middle], bounds[last], wantGradient) +
    sumOverHalves(pairSum, layout, first, middle, wantGradient) +
    sumOverHalves(pairSum, layout, middle, last, wantGradient)
  );
}
