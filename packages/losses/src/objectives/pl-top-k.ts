import type { RestSoftmaxOption, Rule } from "@tierwise/core-integrator";
import { exponential, logAddExp } from "@tierwise/core-integrator/passes";
import { specOf } from "../loss/loss-spec.ts";
import { fromRowLoss, type RankingLoss } from "../loss/ranking-loss.ts";
import type { NegativesOption } from "../negatives/negative-sampling.ts";
import { withNegatives } from "../negatives/with-negatives.ts";
import { likelihoodLoss, sharedLikelihoodLoss } from "./likelihood-loss.ts";

/**
 * Replaces log P(A ≻ B) by Σ_i (w_i − log(Σ_{l≥i} e^{w_l} + e^{w_B})), summed over the tier in its listed order. The sums are
 * accumulated from the last item up. The gradient of item l is 1 − Σ_{i≤l} e^{w_l − W_i}, where W_i is the logarithm of the
 * i-th sum. A pass from the first item down accumulates Σ_{i≤l} e^{W_l − W_i}.
 */
const listedOrder: Rule = {
  name: "listed order",
  evaluate(top, size, rest, gradient, result) {
    const sums = sumsFromBelow(top, size, rest);
    result.logProbability = 0;
    result.error = 0;
    result.evaluations = 0;
    for (let i = 0; i < size; i++) result.logProbability += top[i] - sums[i];
    let carried = 0;
    for (let i = 0; i < size; i++) {
      carried = i === 0 ? 1 : 1 + carried * exponential(sums[i] - sums[i - 1]);
      if (gradient !== undefined) gradient[i] = 1 - carried * exponential(top[i] - sums[i]);
    }
    result.restGradient = -carried * exponential(rest - sums[size - 1]);
  },
};

let memory = new Float64Array(0);

/** W_i = log(Σ_{l≥i} e^{w_l} + e^{rest}) for every item i in the tier. */
function sumsFromBelow(top: Float64Array, size: number, rest: number): Float64Array {
  if (memory.length < size) memory = new Float64Array(2 * size);
  let sum = rest;
  for (let i = size - 1; i >= 0; i--) {
    sum = logAddExp(sum, top[i]);
    memory[i] = sum;
  }
  return memory;
}

/**
 * PL-TopK: the Plackett-Luce likelihood of a known order of the top items (equation 1). Unlike the other losses, it treats the listed order
 * of the items in each tier as the true order; the lowest tier has no order,
 *
 *     −Σ_i (w_i − log Σ_{j at i or below} e^{w_j}),   i over the items of all tiers except the lowest, in listed order.
 *
 * Use it if the order is known, or as an oracle to compare with losses that ignore the order. On data without an order,
 * it fits the arbitrary order in the file.
 *
 * F. Xia, T.-Y. Liu and H. Li, Statistical consistency of top-k ranking, NIPS 2009.
 *
 * @param options - Negative sampling and the softmax over the rest.
 *
 * @example
 * ```ts
 * import { plTopKLoss } from "@tierwise/losses";
 *
 * // Item 0 first, then item 1, of four equal items: −log(1/4 · 1/3).
 * console.log(plTopKLoss()([0, 0, 0, 0], { tiers: [[0, 1]] }).toFixed(5)); // 2.48491
 * ```
 */
export function plTopKLoss(options: NegativesOption & RestSoftmaxOption = {}): RankingLoss {
  const { negatives, ...passes } = options;
  const spec = specOf("pl-topk", options);
  const row = likelihoodLoss({ rule: listedOrder, ...passes });
  if (negatives !== undefined) return fromRowLoss(withNegatives(row, "scores", negatives), { spec });
  return fromRowLoss(row, { shared: sharedLikelihoodLoss({ rule: listedOrder }), spec });
}
