import type { PackedPreferences, Scores } from "@tierwise/core-integrator";
import { checkShared, itemStamps, weightOf } from "@tierwise/core-integrator/passes";
import type { SharedLoss } from "../loss/ranking-loss.ts";
import { endTier, newLayout, type PairSum, place, resetLayout, sumOverTiers, type TierLayout } from "./tier-layout.ts";

// Observation b has the pairs among the items it names, and those of each named item above each item of its rest. The
// latter are those above all items, less those above the items that b names itself:
//   Σ_b weight_b·Σ_{i∈b} Σ_{j∉b} f_ij = Σ_{b, i∈b} weight_b·Σ_j f_ij − Σ_b weight_b·Σ_{i∈b} Σ_{j∈b} f_ij.
// The first sum is one call for the whole batch: its named items, each with the weight of all observations that name it,
// above the N items. What the difference cancels is as
// large as the S² terms of named pairs, so that it is taken only where the rest has more items than are named; a smaller
// one is written out, which costs no more.

/** The named items of one observation: twice where the difference is taken; with the rest where it is written out. */
const one = newLayout();
/** The named items of all observations, above all items. */
const batch = newLayout();
/** Σ weight of the observations that name an item. */
let namedWeight = new Float64Array(0);

/**
 * The pairs of an observation's few tiers, all of weight 1: adds up the terms of the pairs of an item with one in a lower tier;
 * or, as the complement, takes away those of every item with itself and with one that is not in a lower tier, which is the same
 * less all pairs. Overwrites the layout's gradient where that is wanted. Undefined where its method does not do.
 */
export type NamedPairs = (layout: TierLayout, complement: boolean, wantGradient: boolean) => number | undefined;

/** Up to so many tiers, and from so many items on, their pairs have a method of their own. */
const FEW_TIERS = 8;
const MANY_ITEMS = 48;

/** The sum over pairs of items in different tiers, of observations that share their scores. */
export function sharedPairsLoss(pairSum: PairSum, namedPairs: NamedPairs): SharedLoss {
  return (scores, preferences, options = {}) => {
    checkShared(scores, preferences, options);
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
      layOutNamed(scores, preferences, b, rest);
      if (rest > 0 && rest <= named) layOutRest(scores, preferences);
      const complement = rest > named && named > 0;
      total += addNamed(pairSum, namedPairs, complement, weight, gradient);
      if (!complement) continue;
      for (let i = 0; i < named; i++) namedWeight[one.items[i]] += weight;
    }
    return total + addNamedAboveAll(pairSum, scores, itemCount, gradient);
  };
}

/** The named items, by weight, above all items. */
function addNamedAboveAll(
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

/** Lays out the tiers that observation b names, with room for `rest` more items or the named ones again. */
function layOutNamed(scores: Scores, preferences: PackedPreferences, b: number, rest: number): void {
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

/** Adds the items that are not named, as the lowest tier. */
function layOutRest(scores: Scores, { itemCount }: PackedPreferences): void {
  const { stamp, base } = itemStamps(itemCount, 1);
  for (let i = 0; i < one.count; i++) stamp[one.items[i]] = base;
  for (let item = 0; item < itemCount; item++) if (stamp[item] !== base) place(one, item, scores[item], 1);
  endTier(one);
}

/** The observation's named pairs, less all pairs of named items where the complement is wanted. */
function addNamed(
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
    total -= pairsOfNamed(pairSum, wantGradient);
    if (gradient) addTo(gradient, one, -weight);
  }
  return weight * total;
}

/** Every named item above every named item, itself included; the layout then holds each twice. */
function pairsOfNamed(pairSum: PairSum, wantGradient: boolean): number {
  const named = one.count;
  for (let i = 0; i < named; i++) place(one, one.items[i], one.scores[i], 1);
  if (wantGradient) one.gradient.fill(0, 0, one.count);
  return pairSum(one, 0, named, one.count, wantGradient);
}

function addTo(gradient: Float64Array, layout: TierLayout, factor: number): void {
  for (let i = 0; i < layout.count; i++) gradient[layout.items[i]] += factor * layout.gradient[i];
}
