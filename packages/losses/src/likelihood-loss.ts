import { type LikelihoodOptions, rowLogLikelihood } from "@tierwise/core-integrator";
import type { RowLoss } from "./ranking-loss.ts";

/**
 * −Σ_m log P(S_m ≻ R_{m+1}), with whatever the rule takes that probability to be: the walk over tiers, the sums below
 * each of them and their gradients are those of the likelihood.
 */
export function likelihoodLoss(options?: LikelihoodOptions): RowLoss {
  const row = rowLogLikelihood(options);
  return (scores, at, preferences, p, gradient, weight = 1) => 0 - row(scores, at, preferences, p, gradient, -weight);
}
