import { exponentiate, maximum } from "./log-sum-exp.ts";
import type { PackedPreferences } from "./packed-preferences.ts";
import type { Scores } from "./preference.ts";
import { readRow, writeRow } from "./row-copy.ts";
import { badRow, badScore, isScore } from "./scores.ts";
import { type Walk, type WalkOptions, walkOf, walkTiers } from "./tier-walk.ts";

let row = new Float64Array(0);

/**
 * Evaluates preference `p` on the N scores scores[at … at + N − 1], and writes weight · ∂ log P/∂w to the same place of
 * `gradient` where that is given.
 *
 * The row is worked on as doubles, whatever the type of the scores; named items are set to −∞ in it, so that one pass of
 * maximum, exponentials and scaling does the rest. Cost: one exponential an item and what the tiers cost.
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
  const from = tierOffsets[preferenceOffsets[p]];
  const to = tierOffsets[preferenceOffsets[p + 1]];
  const walk = walkOf(to - from);
  let centre = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i++) {
    const score = scores[at + items[i]];
    if (!isScore(score)) throw badScore(scores, at + items[i], "scores");
    walk.scores[i - from] = score;
    if (score > centre) centre = score;
  }

  let sum = 0;
  let max = Number.NEGATIVE_INFINITY;
  if (restIsLowest[p] === 1 && to - from < itemCount) {
    if (row.length < itemCount) row = new Float64Array(itemCount);
    readRow(scores, at, itemCount, row);
    for (let i = from; i < to; i++) row[items[i]] = Number.NEGATIVE_INFINITY;
    max = maximum(row, 0, itemCount);
    if (max > Number.NEGATIVE_INFINITY) sum = exponentiate(row, 0, itemCount, max);
    else if (row.some(Number.isNaN)) throw badRow(scores, at);
    if (Number.isNaN(sum)) throw badRow(scores, at);
  }
  // The likelihood depends on differences alone, and around 0 they lose nothing to rounding.
  const shift = options.rule.dependsOnOffset ? 0 : Math.max(centre, max);
  for (let i = 0; i < to - from; i++) walk.scores[i] -= shift;
  const rest = sum > 0 ? max - shift + Math.log(sum) : Number.NEGATIVE_INFINITY;

  walkTiers(packed, p, rest, options);
  if (gradient !== undefined) {
    if (sum > 0) writeRow(row, (-weight * walk.restFactor) / sum, itemCount, gradient, at);
    else gradient.fill(0, at, at + itemCount);
    for (let i = from; i < to; i++) gradient[at + items[i]] = weight * walk.gradient[i - from] + 0; // −0 becomes 0
  }
  return walk;
}
