import type { LikelihoodOptions, RestSoftmaxOption } from "@tierwise/core-integrator";
import { specOf } from "../loss/loss-spec.ts";
import { fromRowLoss, type RankingLoss } from "../loss/ranking-loss.ts";
import type { NegativesOption } from "../negatives/negative-sampling.ts";
import { withNegatives } from "../negatives/with-negatives.ts";
import { likelihoodLoss, sharedLikelihoodLoss } from "./likelihood-loss.ts";

/** Options for {@link plPartitionLoss}. */
export interface PlPartitionOptions extends LikelihoodOptions, NegativesOption, RestSoftmaxOption {}

/**
 * PL-Partition: the exact negative log-likelihood of the tiers under the Plackett-Luce model (equation 2 and Lemma 1),
 *
 *     −log P(S₁ ≻ … ≻ S_M; w) = −Σ_{m<M} log ∫₀¹ ∏_{i∈S_m} (1 − u^{exp(w_i − w_R)}) du,   R = S_{m+1} ∪ … ∪ S_M,
 *
 * with w_R = log Σ_{j∈R} e^{w_j}. `@tierwise/core-integrator` computes the integral and its gradient.
 *
 * J. Ma, X. Yi, W. Tang, Z. Zhao, L. Hong, E. H. Chi and Q. Mei, Learning-to-rank with partitioned preference, AISTATS 2021.
 *
 * @param options - The rule for the integrals, `maxTier`, negative sampling, and the softmax over the rest.
 *
 * @example
 * ```ts
 * import { plPartitionLoss } from "@tierwise/losses";
 *
 * // Among four equal items, a given pair is above the other two with probability 1/6.
 * console.log(plPartitionLoss()([0, 0, 0, 0], { tiers: [[0, 1]] }).toFixed(5)); // 1.79176
 * ```
 */
export function plPartitionLoss(options: PlPartitionOptions = {}): RankingLoss {
  const { negatives, ...likelihood } = options;
  const spec = specOf("pl-partition", options);
  const row = likelihoodLoss(likelihood);
  if (negatives !== undefined) return fromRowLoss(withNegatives(row, "scores", negatives), { spec });
  return fromRowLoss(row, { shared: sharedLikelihoodLoss(likelihood), spec });
}
