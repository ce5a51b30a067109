import {
  type LikelihoodOptions,
  type RestSoftmaxOption,
  rowLogLikelihood,
  sharedLogLikelihood,
} from "@tierwise/core-integrator";
import type { RowLoss, SharedLoss } from "../loss/ranking-loss.ts";

/**
 * −Σ_m log P(S_m ≻ R_{m+1}), where the rule computes P. The likelihood iterates over the tiers and computes the sums below each tier and
 * their gradients.
 */
export function likelihoodLoss(options?: LikelihoodOptions & RestSoftmaxOption): RowLoss {
  const row = rowLogLikelihood(options);
  return (scores, at, preferences, p, gradient, weight = 1) => 0 - row(scores, at, preferences, p, gradient, -weight);
}

/** The same loss for observations that share their scores, which computes Σ e^w only once. */
export function sharedLikelihoodLoss(likelihood?: LikelihoodOptions): SharedLoss {
  return (scores, preferences, options) => {
    const value = sharedLogLikelihood(scores, preferences, { ...likelihood, ...options });
    const gradient = options?.gradient;
    if (gradient !== undefined) for (let i = 0; i < gradient.length; i++) gradient[i] = 0 - gradient[i];
    return 0 - value;
  };
}
