import { badScore, isScore } from "@tierwise/core-integrator/passes";
import { lowestTier } from "../loss/lowest-tier.ts";
import type { RowLoss } from "../loss/ranking-loss.ts";
import { negativeDraw } from "./negative-draw.ts";
import { checkNegatives, checkPopularity, type NegativeSampling } from "./negative-sampling.ts";
import { smallRow } from "./small-row.ts";

/** A loss on rows that accepts one weight per unnamed item, which multiplies that item's terms. */
export type WeightedRowLoss = (...row: [...Parameters<RowLoss>, termWeights?: Float64Array]) => number;

/**
 * Adds negative sampling to a loss, which is then evaluated on a small row: the upper items and K drawn items. The weights 1/(K·Q_j) of the
 * drawn items, where Q_j is the probability of drawing item j, are applied in one of two ways.
 *
 * @param loss - The exact loss.
 * @param correct - `"scores"`: log 1/(K·Q_j) is added to the scores, for losses that depend on the lowest tier only through Σ e^w.
 *   `"terms"`: the terms of a sum over pairs are multiplied by the weights.
 * @param sampling - How to sample. Default: no sampling; the exact loss is returned.
 */
export function withNegatives(
  loss: WeightedRowLoss,
  correct: "scores" | "terms",
  sampling: NegativeSampling | undefined,
): RowLoss {
  if (sampling === undefined) return loss;
  checkNegatives(sampling);
  const { count } = sampling;
  const negatives = negativeDraw(sampling);
  return (scores, at, preferences, p, gradient, weight) => {
    checkPopularity(sampling, preferences.itemCount);
    const lowest = lowestTier(preferences, p);
    if (lowest.size <= count) return loss(scores, at, preferences, p, gradient, weight);
    const { from, upperEnd, unnamed } = lowest;
    const small = smallRow(scores, at, preferences, p, lowest, count);
    negatives.draw(preferences, lowest);
    for (let k = 0; k < count; k++) {
      const index = at + negatives.items[k];
      // −∞ removes an unnamed item from the row; a named item must have a finite score.
      const valid = unnamed ? scores[index] < Number.POSITIVE_INFINITY : isScore(scores[index]);
      if (!valid) throw badScore(scores, index, "scores");
      const correction = correct === "scores" ? Math.log(negatives.weights[k]) : 0;
      small.scores[upperEnd - from + k] = scores[index] + correction;
    }
    const termWeights = correct === "terms" ? negatives.weights : undefined;
    const value = loss(small.scores, 0, small.preferences, 0, gradient && small.gradient, weight, termWeights);
    if (gradient === undefined) return value;
    gradient.fill(0, at, at + preferences.itemCount);
    for (let i = from; i < upperEnd; i++) gradient[at + preferences.items[i]] = small.gradient[i - from];
    for (let k = 0; k < count; k++) gradient[at + negatives.items[k]] += small.gradient[upperEnd - from + k];
    return value;
  };
}
