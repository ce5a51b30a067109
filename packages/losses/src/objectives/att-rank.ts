import type { PackedPreferences, Scores } from "@tierwise/core-integrator";
import { badRow, badScore, exponentiate, isScore, maximum, readRow, writeRow } from "@tierwise/core-integrator/passes";
import { specOf } from "../loss/loss-spec.ts";
import { lowestTier } from "../loss/lowest-tier.ts";
import { fromRowLoss, type RankingLoss, type RowLoss } from "../loss/ranking-loss.ts";
import type { NegativesOption } from "../negatives/negative-sampling.ts";
import { withNegatives } from "../negatives/with-negatives.ts";
import { attRankTargets } from "./att-rank-targets.ts";
import { sharedAttRank } from "./shared-att-rank.ts";

/**
 * AttRank: the cross-entropy between the softmax of the scores and a distribution derived from relevances,
 *
 *     −Σ_i t_i log softmax(w)_i,   t_i = ψ(rel_i) / Σ_j ψ(rel_j),   ψ(x) = e^x for x > 0 and ψ(0) = 0.
 *
 * An item in tier m of M has relevance M − m, so the lowest tier gets probability 0. Empty tiers are not counted. With two tiers,
 * n₁ · AttRank = PL-LB + log n₁!. If fewer than two tiers have items, the loss is 0.
 *
 * Q. Ai, K. Bi, J. Guo and W. B. Croft, Learning a deep listwise context model for ranking refinement, SIGIR 2018.
 *
 * @param options - Negative sampling.
 *
 * @example
 * ```ts
 * import { attRankLoss } from "@tierwise/losses";
 *
 * // Two of four equal items have mass 1/2 each: log 4.
 * console.log(attRankLoss()([0, 0, 0, 0], { tiers: [[0, 1]] }).toFixed(5)); // 1.38629
 * ```
 */
export function attRankLoss(options: NegativesOption = {}): RankingLoss {
  const { negatives } = options;
  const spec = specOf("attrank", options);
  if (negatives !== undefined) return fromRowLoss(withNegatives(attRankRow, "scores", negatives), { spec });
  return fromRowLoss(attRankRow, { shared: sharedAttRank, spec });
}

const attRankRow: RowLoss = (scores, at, preferences, p, gradient, weight = 1) => {
  const { itemCount, items } = preferences;
  const { from, upperEnd } = lowestTier(preferences, p);
  const observed = readObserved(scores, at, preferences, p);
  if (upperEnd === from) {
    if (masses.subarray(0, observed).some(Number.isNaN)) throw badRow(scores, at);
    gradient?.fill(0, at, at + itemCount);
    return 0;
  }
  const targets = attRankTargets(preferences, p, from, upperEnd);
  const max = maximum(masses, 0, observed);
  let cost = 0;
  for (let i = from; i < upperEnd; i++) cost += targets[i - from] * (max - scores[at + items[i]]);
  const sum = exponentiate(masses, 0, observed, max);
  if (Number.isNaN(sum)) throw badRow(scores, at);
  if (gradient !== undefined) writeGradient(preferences, p, targets, weight, sum, gradient, at);
  return cost + Math.log(sum);
};

/** The scores of all items or, if the unnamed items are unobserved, of the named items in order; later overwritten with e^{w − max}. */
let masses = new Float64Array(0);

/** Fills `masses` with the scores of the observed items and returns their number. */
function readObserved(scores: Scores, at: number, preferences: PackedPreferences, p: number): number {
  const { itemCount, items, tierOffsets, preferenceOffsets, restIsLowest } = preferences;
  if (masses.length < itemCount) masses = new Float64Array(itemCount);
  const from = tierOffsets[preferenceOffsets[p]];
  const to = tierOffsets[preferenceOffsets[p + 1]];
  for (let i = from; i < to; i++) {
    const score = scores[at + items[i]];
    if (!isScore(score)) throw badScore(scores, at + items[i], "scores");
    masses[i - from] = score;
  }
  if (restIsLowest[p] === 0) return to - from;
  readRow(scores, at, itemCount, masses);
  return itemCount;
}

/** Writes weight · (softmax(w) − t) to the gradient, where t are the targets. */
function writeGradient(
  { itemCount, items, tierOffsets, preferenceOffsets, restIsLowest }: PackedPreferences,
  p: number,
  targets: Float64Array,
  weight: number,
  sum: number,
  gradient: Float32Array | Float64Array,
  at: number,
): void {
  const whole = restIsLowest[p] === 1;
  const from = tierOffsets[preferenceOffsets[p]];
  const to = tierOffsets[preferenceOffsets[p + 1]];
  if (whole) writeRow(masses, weight / sum, itemCount, gradient, at);
  else gradient.fill(0, at, at + itemCount);
  for (let i = from; i < to; i++) {
    const mass = masses[whole ? items[i] : i - from];
    gradient[at + items[i]] = weight * (mass / sum - targets[i - from]);
  }
}
