import { farField } from "./far-field.ts";
import { logistic, softplus } from "./logistic.ts";
import { nearField } from "./near-field.ts";
import { addField, fillBins, newScoreBins, type ScoreBins } from "./score-bins.ts";
import type { TierLayout } from "./tier-layout.ts";

/** The direct sum is faster than bins for at most this many pairs, or for very few items on one side. */
const FEW_PAIRS = 4096;
const FEW_ITEMS = 2;

let bins: { readonly upper: ScoreBins; readonly lower: ScoreBins } | undefined;

/** Σ weight_i · weight_j · softplus(w_j − w_i) over upper items i and lower items j. */
export function logisticPairs(
  layout: TierLayout,
  from: number,
  middle: number,
  to: number,
  wantGradient: boolean,
): number {
  const fewer = Math.min(middle - from, to - middle);
  if (fewer <= FEW_ITEMS || (middle - from) * (to - middle) <= FEW_PAIRS) return pairByPair(layout, from, middle, to);
  bins ??= { upper: newScoreBins(), lower: newScoreBins() };
  const { upper, lower } = bins;
  fillBins(upper, layout, from, middle);
  fillBins(lower, layout, middle, to);
  const sum = nearField(upper, lower) + farField(upper, lower);
  if (wantGradient) {
    addField(upper, layout, from, middle, -1);
    addField(lower, layout, middle, to, 1);
  }
  return sum;
}

function pairByPair({ scores, weights, gradient }: TierLayout, from: number, middle: number, to: number): number {
  let sum = 0;
  for (let i = from; i < middle; i++) {
    for (let j = middle; j < to; j++) {
      const d = scores[j] - scores[i];
      const weight = weights[i] * weights[j];
      sum += weight * softplus(d);
      const slope = weight * logistic(d);
      gradient[i] -= slope;
      gradient[j] += slope;
    }
  }
  return sum;
}
