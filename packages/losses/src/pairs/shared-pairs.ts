import type { PackedPreferences, Scores } from "@tierwise/core-integrator";
import { checkEvaluation, itemStamps, weightOf } from "@tierwise/core-integrator/passes";
import {
  endTier,
  newLayout,
  type PairSum,
  place,
  resetLayout,
  sumOverTiers,
  type TierLayout,
} from "@tierwise/race/pairs";
import type { SharedLoss } from "../loss/ranking-loss.ts";

// Observation b has two kinds of pairs: two items that it names, or a named item and an item of its rest. The pairs of the second kind are
// all pairs of a named item with any item, minus the pairs of two items that b names:
//   Σ_b weight_b·Σ_{i∈b} Σ_{j∉b} f_ij = Σ_{b, i∈b} weight_b·Σ_j f_ij − Σ_b weight_b·Σ_{i∈b} Σ_{j∈b} f_ij.
// One call computes the first sum for the whole batch: it puts all named items, each with the total weight of the observations that name
// it, above the N items. If b names S items, the terms of S² pairs cancel in the difference. The difference is therefore used only if the
// rest has more than S items; otherwise the pairs with the rest, at most S², are summed directly, at no higher cost.

/**
 * For an observation with few tiers and weights of 1, sums the terms of all pairs of an item and an item in a lower tier. With
 * `complement`, subtracts the sum over all pairs, which leaves the negated terms of each item paired with itself and with every item that
 * is not in a lower tier. Overwrites the layout's gradient if requested. Returns undefined if the method does not apply.
 */
export type NamedPairs = (layout: TierLayout, complement: boolean, wantGradient: boolean) => number | undefined;

/** Observations with at most FEW_TIERS tiers and at least MANY_ITEMS items use a faster method for their pairs. */
const FEW_TIERS = 8;
const MANY_ITEMS = 48;

/** The sum over pairs of items in different tiers, for observations that share their scores. */
export function sharedPairsLoss(pairSum: PairSum, namedPairs: NamedPairs): SharedLoss {
  /** The named items of one observation, followed by a second copy if the difference is used, or by the rest if its pairs are summed. */
  const one = newLayout();
  /** The named items of all observations, placed above all items. */
  const batch = newLayout();
  /** Σ weight of the observations that name an item. */
  let namedWeight = new Float64Array(0);
  return (scores, preferences, options = {}) => {
    checkEvaluation("shared", scores, preferences, options);
    const { gradient, weights, subset } = options;
    const { itemCount, tierOffsets, preferenceOffsets, restIsLowest } = preferences;
    const count = subset?.length ?? preferences.count;
    gradient?.fill(0);
    if (namedWeight.length < itemCount) namedWeight = new Float64Array(itemCount);
    namedWeight.fill(0, 0, itemCount);
    let total = 0;
    for (let k = 0; k < count; k++) {
      const b = subset?.[k] ?? k;
      const weight = weightOf(weights, b);
      const named = tierOffsets[preferenceOffsets[b + 1]] - tierOffsets[preferenceOffsets[b]];
      const rest = restIsLowest[b] === 1 ? itemCount - named : 0;
      layOutNamed(one, scores, preferences, b, rest);
      if (rest > 0 && rest <= named) layOutRest(one, scores, preferences);
      const complement = rest > named && named > 0;
      total += addNamed(one, pairSum, namedPairs, complement, weight, gradient);
      if (!complement) continue;
      for (let i = 0; i < named; i++) namedWeight[one.items[i]] += weight;
    }
    return total + addNamedAboveAll(batch, namedWeight, pairSum, scores, itemCount, gradient);
  };
}

/** Adds the pairs that put the named items, with their weights, above all items. */
function addNamedAboveAll(
  batch: TierLayout,
  namedWeight: Float64Array,
  pairSum: PairSum,
  scores: Scores,
  itemCount: number,
  gradient: Float64Array | undefined,
): number {
  resetLayout(batch, 2 * itemCount, 2);
  for (let i = 0; i < itemCount; i++) if (namedWeight[i] !== 0) place(batch, i, scores[i], namedWeight[i]);
  const upper = batch.count;
  if (upper === 0) return 0;
  for (let i = 0; i < itemCount; i++) place(batch, i, scores[i], 1);
  if (gradient) batch.gradient.fill(0, 0, batch.count);
  const sum = pairSum(batch, 0, upper, batch.count, gradient !== undefined);
  if (gradient) addTo(gradient, batch, 1);
  return sum;
}

/** Lays out the tiers that observation b names, with room for `rest` more items or, if that is less, a second copy of the named items. */
function layOutNamed(one: TierLayout, scores: Scores, preferences: PackedPreferences, b: number, rest: number): void {
  const { items, tierOffsets, preferenceOffsets } = preferences;
  const first = preferenceOffsets[b];
  const last = preferenceOffsets[b + 1];
  const named = tierOffsets[last] - tierOffsets[first];
  resetLayout(one, named + Math.min(named, rest), last - first + 1);
  for (let t = first; t < last; t++) {
    for (let i = tierOffsets[t]; i < tierOffsets[t + 1]; i++) place(one, items[i], scores[items[i]], 1);
    endTier(one);
  }
}

function layOutRest(one: TierLayout, scores: Scores, { itemCount }: PackedPreferences): void {
  const { stamp, base } = itemStamps(itemCount, 1);
  for (let i = 0; i < one.count; i++) stamp[one.items[i]] = base;
  for (let item = 0; item < itemCount; item++) if (stamp[item] !== base) place(one, item, scores[item], 1);
  endTier(one);
}

/** Adds the pairs of items in different tiers; for the complement, also subtracts all pairs of named items. */
function addNamed(
  one: TierLayout,
  pairSum: PairSum,
  namedPairs: NamedPairs,
  complement: boolean,
  weight: number,
  gradient: Float64Array | undefined,
): number {
  const wantGradient = gradient !== undefined;
  const isCommon = one.tierCount <= FEW_TIERS && one.count >= MANY_ITEMS;
  const sum = isCommon ? namedPairs(one, complement, wantGradient) : undefined;
  if (sum !== undefined) {
    if (gradient) addTo(gradient, one, weight);
    return weight * sum;
  }
  let total = sumOverTiers(pairSum, one, wantGradient);
  if (gradient) addTo(gradient, one, weight);
  if (complement) {
    total -= pairsOfNamed(one, pairSum, wantGradient);
    if (gradient) addTo(gradient, one, -weight);
  }
  return weight * total;
}

/** Sums the terms that put each named item above every named item, including itself. Afterwards, the layout contains each item twice. */
function pairsOfNamed(one: TierLayout, pairSum: PairSum, wantGradient: boolean): number {
  const named = one.count;
  for (let i = 0; i < named; i++) place(one, one.items[i], one.scores[i], 1);
  if (wantGradient) one.gradient.fill(0, 0, one.count);
  return pairSum(one, 0, named, one.count, wantGradient);
}

function addTo(gradient: Float64Array, layout: TierLayout, factor: number): void {
  for (let i = 0; i < layout.count; i++) gradient[layout.items[i]] += factor * layout.gradient[i];
}
