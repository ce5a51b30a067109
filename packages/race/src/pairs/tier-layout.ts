/** Items in the first `count` entries, tier by tier, best first. Memory is reused. */
export interface TierLayout {
  /** The number of items placed so far. */
  count: number;
  /** The item at each position. */
  items: Int32Array;
  /** The score of each item. */
  scores: Float64Array;
  /** The weight of each item, which multiplies the term of every pair that contains the item. */
  weights: Float64Array;
  /** Accumulates d loss/d score. */
  gradient: Float64Array;
  /** The start of each nonempty tier, followed by the end of the last tier. */
  bounds: Int32Array;
  /** The number of nonempty tiers. */
  tierCount: number;
}

/**
 * Sums weight_i · weight_j · term over all pairs of an upper item, `from` … `middle` − 1, and a lower item, `middle` … `to` − 1. If
 * requested, adds the derivatives to the gradient of the layout.
 */
export type PairSum = (layout: TierLayout, from: number, middle: number, to: number, wantGradient: boolean) => number;

/** Returns an empty layout. */
export function newLayout(): TierLayout {
  const none = new Float64Array(0);
  const noItems = new Int32Array(0);
  return { count: 0, items: noItems, scores: none, weights: none, gradient: none, bounds: noItems, tierCount: 0 };
}

/** Empties a layout and makes room for up to `mostItems` items and `mostTiers` tiers. */
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

/** Adds an item to the current tier. */
export function place(layout: TierLayout, item: number, score: number, weight: number): void {
  layout.items[layout.count] = item;
  layout.scores[layout.count] = score;
  layout.weights[layout.count++] = weight;
}

/** Ends the current tier, unless it is empty. */
export function endTier(layout: TierLayout): void {
  if (layout.count > layout.bounds[layout.tierCount]) layout.bounds[++layout.tierCount] = layout.count;
}

/**
 * The sum over all pairs of items in different tiers. The tiers are halved recursively, and `pairSum` is called for the upper and the lower
 * half. An item in a tier of n items takes part in about log(N/n) such sums, or in a single sum if there are two tiers.
 */
export function sumOverTiers(pairSum: PairSum, layout: TierLayout, wantGradient: boolean): number {
  if (wantGradient) layout.gradient.fill(0, 0, layout.count);
  return sumOverHalves(pairSum, layout, 0, layout.tierCount, wantGradient);
}

/** The sum over the pairs within the tiers first … last − 1. */
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
