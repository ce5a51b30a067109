import type { PackedPreferences, Scores } from "@tierwise/core-integrator";
import { checkEvaluation, exponentiate, maximum, weightOf } from "@tierwise/core-integrator/passes";
import { lowestTier } from "../loss/lowest-tier.ts";
import type { SharedLoss } from "../loss/ranking-loss.ts";
import { attRankTargets } from "./att-rank-targets.ts";

/** The value e^{w − max} of every item. */
let masses = new Float64Array(0);
/** The values e^{w − max} of the items that one observation names, if the unnamed items are unobserved. */
let namedMasses = new Float64Array(0);

/** AttRank for observations that share their scores. All observations that include every item use the same softmax. */
export const sharedAttRank: SharedLoss = (scores, preferences, options = {}) => {
  checkEvaluation("shared", scores, preferences, options);
  const { gradient, weights, subset } = options;
  const { itemCount, items, tierOffsets, preferenceOffsets, restIsLowest, count } = preferences;
  if (masses.length < itemCount) masses = new Float64Array(itemCount);
  masses.set(scores);
  const max = maximum(masses, 0, itemCount);
  const sum = exponentiate(masses, 0, itemCount, max);
  gradient?.fill(0);
  let total = 0;
  let seeingAll = 0; // The total weight of the observations that include every item.
  for (let k = 0; k < (subset?.length ?? count); k++) {
    const b = subset?.[k] ?? k;
    const weight = weightOf(weights, b);
    const { from, upperEnd } = lowestTier(preferences, b);
    if (upperEnd === from) continue;
    const targets = attRankTargets(preferences, b, from, upperEnd);
    const to = tierOffsets[preferenceOffsets[b + 1]];
    let cost = 0;
    if (restIsLowest[b] === 1) {
      seeingAll += weight;
      cost = Math.log(sum);
    } else {
      cost = addNamedSoftmax(scores, preferences, from, to, max, weight, gradient);
    }
    for (let i = from; i < upperEnd; i++) {
      cost += targets[i - from] * (max - scores[items[i]]);
      if (gradient !== undefined) gradient[items[i]] -= weight * targets[i - from];
    }
    total += weight * cost;
  }
  if (gradient !== undefined) for (let i = 0; i < itemCount; i++) gradient[i] += (seeingAll / sum) * masses[i];
  return total;
};

/** Adds weight · softmax over the items from … to − 1 to their gradient; returns their log Σ e^{w − shift}. */
function addNamedSoftmax(
  scores: Scores,
  { items }: PackedPreferences,
  from: number,
  to: number,
  shift: number,
  weight: number,
  gradient: Float64Array | undefined,
): number {
  const size = to - from;
  if (namedMasses.length < size) namedMasses = new Float64Array(2 * size);
  for (let i = 0; i < size; i++) namedMasses[i] = scores[items[from + i]];
  const max = maximum(namedMasses, 0, size);
  const sum = exponentiate(namedMasses, 0, size, max);
  if (gradient !== undefined) {
    for (let i = 0; i < size; i++) gradient[items[from + i]] += (weight / sum) * namedMasses[i];
  }
  return max - shift + Math.log(sum);
}
