import { badRow, badScore, isScore, type Scores } from "../passes/scores.ts";
import type { PackedPreferences } from "../preference/packed-preferences.ts";
import type { RestSoftmaxOption, RestSum } from "./rest-softmax.ts";
import { type LikelihoodOptions, resolveOptions, type Walk, type WalkOptions, walkOf, walkTiers } from "./tier-walk.ts";

const found: RestSum = { max: 0, sum: 0 };

/**
 * Evaluates preference `p` for the N scores scores[at … at + N − 1] and, if `gradient` is given, writes weight · ∂ log P/∂w to the same
 * positions of `gradient`. The cost is one softmax over the row plus the terms of the tiers.
 */
export function rowLikelihood(
  scores: Scores,
  at: number,
  packed: PackedPreferences,
  p: number,
  options: WalkOptions,
  gradient?: Float32Array | Float64Array,
  weight = 1,
): Walk {
  const { itemCount, items, tierOffsets, preferenceOffsets, restIsLowest } = packed;
  const { restSoftmax } = options;
  const from = tierOffsets[preferenceOffsets[p]];
  const to = tierOffsets[preferenceOffsets[p + 1]];
  const walk = walkOf(to - from, options);
  let center = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i++) {
    const score = scores[at + items[i]];
    if (!isScore(score)) throw badScore(scores, at + items[i], "scores");
    walk.scores[i - from] = score;
    if (score > center) center = score;
  }

  found.max = Number.NEGATIVE_INFINITY;
  found.sum = 0;
  if (restIsLowest[p] === 1 && to - from < itemCount) {
    restSoftmax.sum(scores, at, itemCount, items, from, to, found, gradient === scores);
    if (Number.isNaN(found.sum)) throw badRow(scores, at);
  }
  const { max, sum } = found;
  // Shifts the scores toward 0, where rounding errors are smallest; the likelihood depends only on differences.
  const shift = options.rule.center === "none" ? 0 : Math.max(center, max);
  for (let i = 0; i < to - from; i++) walk.scores[i] -= shift;
  const rest = sum > 0 ? max - shift + Math.log(sum) : Number.NEGATIVE_INFINITY;

  walkTiers(packed, p, rest, options);
  if (gradient !== undefined) {
    if (sum > 0) restSoftmax.write(scores, at, itemCount, max, (-weight * walk.restFactor) / sum, gradient);
    else gradient.fill(0, at, at + itemCount);
    for (let i = from; i < to; i++) gradient[at + items[i]] = weight * walk.gradient[i - from] + 0; // −0 becomes 0
  }
  return walk;
}

/**
 * Returns log P of preference `p` for the N scores scores[at … at + N − 1]. If `gradient` is given, weight · ∂ log P/∂w is written to the
 * same positions of `gradient`, which may be `scores` itself. Lengths are not checked.
 */
export type RowLikelihood = (
  scores: Scores,
  at: number,
  preferences: PackedPreferences,
  p: number,
  gradient?: Float32Array | Float64Array,
  weight?: number,
) => number;

/**
 * Returns a function that evaluates one row of `logLikelihoodRows`. Create it once and use it in loops that choose their
 * own rows or in losses based on the likelihood.
 *
 * @param options - The rule, `maxTier`, and the softmax over the rest.
 *
 * @example
 * ```ts
 * import { packPreferences, rowLogLikelihood } from "@tierwise/core-integrator";
 *
 * const preferences = packPreferences([{ tiers: [[0, 1]] }, { tiers: [[3], [2]] }], 4);
 * const scores = Float32Array.of(2, 1, 0, -1, 0, 0, 0, 0);
 * console.log(rowLogLikelihood()(scores, 4, preferences, 1).toFixed(5)); // -2.48491
 * ```
 */
export function rowLogLikelihood(options?: LikelihoodOptions & RestSoftmaxOption): RowLikelihood {
  const valueOnly: WalkOptions = { ...resolveOptions(options), wantGradient: false };
  const withGradient: WalkOptions = { ...valueOnly, wantGradient: true };
  return (scores, at, preferences, p, gradient, weight) =>
    rowLikelihood(scores, at, preferences, p, gradient ? withGradient : valueOnly, gradient, weight).logLikelihood;
}
