import type { RestSoftmaxOption, Rule } from "@tierwise/core-integrator";
import { exponential, exponentiate, logAddExp, maximum } from "@tierwise/core-integrator/passes";
import { specOf } from "../loss/loss-spec.ts";
import { fromRowLoss, type RankingLoss } from "../loss/ranking-loss.ts";
import type { NegativesOption } from "../negatives/negative-sampling.ts";
import { withNegatives } from "../negatives/with-negatives.ts";
import { likelihoodLoss, sharedLikelihoodLoss } from "./likelihood-loss.ts";
import { logFactorial } from "./log-factorial.ts";

let masses = new Float64Array(0);

/**
 * Replaces log P(A ≻ B) by log n! + Σ_{a∈A} (w_a − log Σ_{A∪B} e^w): every item in a tier is drawn from the whole tier and everything below
 * it, as if no item of the tier had been drawn before.
 */
const lowerBound: Rule = {
  name: "lower bound",
  evaluate(top, size, rest, gradient, result) {
    if (masses.length < size) masses = new Float64Array(2 * size);
    for (let i = 0; i < size; i++) masses[i] = top[i];
    const max = maximum(masses, 0, size);
    const whole = logAddExp(rest, max + Math.log(exponentiate(masses, 0, size, max)));
    result.logProbability = logFactorial(size);
    for (let i = 0; i < size; i++) result.logProbability += top[i] - whole;
    result.restGradient = -size * exponential(rest - whole);
    result.error = 0;
    result.evaluations = 0;
    if (gradient === undefined) return;
    const share = size * exponential(max - whole);
    for (let i = 0; i < size; i++) gradient[i] = 1 - share * masses[i];
  },
};

/**
 * PL-LB: a lower bound on the Plackett-Luce likelihood of tiers that needs no integral,
 *
 *     −Σ_{m<M} [log n_m! + Σ_{i∈S_m} (w_i − log Σ_{j ∈ S_m ∪ R_{m+1}} e^{w_j})]  ≥  PL-Partition,
 *
 * with equality if every tier except the lowest has one item. A tier with no items below it adds 0.
 *
 * H. Hino, Y. Fujimoto and N. Murata, A grouped ranking model for item preference parameter, Neural Computation 22, 2010.
 *
 * @param options - Negative sampling and the softmax over the rest.
 *
 * @example
 * ```ts
 * import { plLowerBoundLoss } from "@tierwise/losses";
 *
 * // Two of four equal items: −log(2!/4²).
 * console.log(plLowerBoundLoss()([0, 0, 0, 0], { tiers: [[0, 1]] }).toFixed(5)); // 2.07944
 * ```
 */
export function plLowerBoundLoss(options: NegativesOption & RestSoftmaxOption = {}): RankingLoss {
  const { negatives, ...passes } = options;
  const spec = specOf("pl-lb", options);
  const row = likelihoodLoss({ rule: lowerBound, ...passes });
  if (negatives !== undefined) return fromRowLoss(withNegatives(row, "scores", negatives), { spec });
  return fromRowLoss(row, { shared: sharedLikelihoodLoss({ rule: lowerBound }), spec });
}
