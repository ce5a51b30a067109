import { exponentiate, logAddExp, maximum } from "../passes/exponentials.ts";
import { checkScores, type Scores } from "../passes/scores.ts";
import type { TierResult } from "../rules/rule.ts";
import { type LikelihoodOptions, resolveOptions } from "./tier-walk.ts";

/**
 * Computes log P(A ≻ B) for one tier A above all items of B, given only w_B = log Σ_{b∈B} e^{w_b} (Proposition 1). Every log-likelihood in
 * this package is a sum of such terms. A ∪ B need not contain all items.
 *
 * @param topScores - Scores of A, n finite numbers.
 * @param restLogSumExp - w_B; −∞ for an empty B, which gives probability 1.
 * @param gradientOut - If given, its first n entries are overwritten with ∂ log P/∂w_a.
 * @param options - `rule` as in {@link logLikelihood}.
 * @returns log P, ∂ log P/∂w_B (always computed, with or without a gradient), the estimated error and the number of evaluations.
 *
 * @example
 * ```ts
 * import { tierAbove } from "@tierwise/core-integrator";
 *
 * // One item with score 1 above items whose e^w sum to 1: log(e/(e + 1)).
 * console.log(tierAbove([1], 0).logProbability.toFixed(5)); // -0.31326
 * ```
 */
export function tierAbove(
  topScores: Scores,
  restLogSumExp: number,
  gradientOut?: Float64Array,
  options?: Pick<LikelihoodOptions, "rule">,
): TierResult {
  checkScores(topScores, "topScores");
  const size = topScores.length;
  if (!(restLogSumExp < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`restLogSumExp is ${restLogSumExp}; expected a finite number, or -Infinity for an empty rest`);
  }
  if (gradientOut !== undefined && gradientOut.length < size) {
    throw new RangeError(`gradientOut has length ${gradientOut.length}; expected at least ${size}, one per score`);
  }
  const result: TierResult = { logProbability: 0, restGradient: 0, error: 0, evaluations: 0 };
  if (size === 0 || restLogSumExp === Number.NEGATIVE_INFINITY) {
    gradientOut?.fill(0, 0, size);
    return result;
  }
  const gradient = gradientOut ?? new Float64Array(size);
  const { rule } = resolveOptions(options);
  const top = Float64Array.from(topScores);
  const offset = rule.center === "row" ? logAddExp(restLogSumExp, logSumExp(topScores)) : 0;
  for (let a = 0; a < size; a++) top[a] -= offset;
  rule.evaluate(top, size, restLogSumExp - offset, gradient, result);
  return result;
}

/** log Σ e^w, or −∞ if there are no scores. */
function logSumExp(scores: Scores): number {
  const copy = Float64Array.from(scores);
  const max = maximum(copy, 0, copy.length);
  return copy.length === 0 ? max : max + Math.log(exponentiate(copy, 0, copy.length, max));
}

/**
 * Computes log P(A ≻ B), where every item of A is above every item of B, regardless of other items (Proposition 1).
 *
 * @param top - Scores of A.
 * @param bottom - Scores of B.
 * @param options - `rule` as in {@link logLikelihood}.
 *
 * @example
 * ```ts
 * import { logProbabilityAbove } from "@tierwise/core-integrator";
 *
 * // Among four equal items, a given pair is above the other two with probability 1/6.
 * console.log(Math.exp(logProbabilityAbove([0, 0], [0, 0])).toFixed(5)); // 0.16667
 * ```
 */
export function logProbabilityAbove(top: Scores, bottom: Scores, options?: Pick<LikelihoodOptions, "rule">): number {
  checkScores(top, "top");
  checkScores(bottom, "bottom");
  return tierAbove(top, logSumExp(bottom), undefined, options).logProbability;
}
