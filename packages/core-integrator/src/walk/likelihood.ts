import { checkScores, type Scores } from "../passes/scores.ts";
import { packChecked } from "../preference/packed-preferences.ts";
import { checkPreference, type Preference } from "../preference/preference.ts";
import { rowLikelihood } from "./row-likelihood.ts";
import { type LikelihoodOptions, resolveOptions } from "./tier-walk.ts";

/** The result of {@link logLikelihoodGradient}. */
export interface LikelihoodGradient {
  /** log P(S₁ ≻ … ≻ S_M; w). */
  readonly logLikelihood: number;
  /** The gradient ∂ log P/∂w, one entry per item. */
  readonly gradient: Float64Array;
  /** Estimated absolute error of `logLikelihood`. */
  readonly error: number;
  /** The number of points at which a tier's sum was computed, including searches for modes; closed forms add nothing. */
  readonly evaluations: number;
}

/**
 * The log-likelihood of a partitioned preference under the Plackett-Luce model with scores w (equation 2 and Lemma 1),
 *
 *     log P(S₁ ≻ … ≻ S_M; w) = Σ_{m<M} log ∫₀¹ ∏_{i∈S_m} (1 − u^{exp(w_i − w_R)}) du,   R = S_{m+1} ∪ … ∪ S_M,
 *
 * with w_R = log Σ_{j∈R} e^{w_j}. The default accuracy is 1e-12 · max(1, |log P|).
 *
 * @param scores - N finite scores, one per item.
 * @param preference - The observed tiers.
 * @param options - The rule and `maxTier`.
 *
 * @example
 * ```ts
 * import { logLikelihood } from "@tierwise/core-integrator";
 *
 * const scores = [2, 1, 0, -1];
 * // Items 0 and 1 above items 2 and 3, in any order among themselves.
 * console.log(logLikelihood(scores, { tiers: [[0, 1]] }).toFixed(5)); // -0.46484
 * ```
 */
export function logLikelihood(scores: Scores, preference: Preference, options?: LikelihoodOptions): number {
  checkScores(scores);
  checkPreference(preference, scores.length);
  const packed = packChecked([preference], scores.length);
  return rowLikelihood(scores, 0, packed, 0, { ...resolveOptions(options), wantGradient: false }).logLikelihood;
}

/**
 * {@link logLikelihood} with its gradient (Lemma 2), the estimated error and the number of evaluations. Value and
 * gradient come from the same nodes: O(N + K·n) for tiers with n items in total and K ≈ 25.
 *
 * @param scores - N finite scores, one per item.
 * @param preference - The observed tiers.
 * @param options - The rule and `maxTier`.
 *
 * @example
 * ```ts
 * import { logLikelihoodGradient } from "@tierwise/core-integrator";
 *
 * const { logLikelihood, gradient } = logLikelihoodGradient([2, 1, 0, -1], { tiers: [[0, 1]] });
 * console.log(logLikelihood.toFixed(5)); // -0.46484
 * console.log(Array.from(gradient, (g) => g.toFixed(5)).join(" ")); // 0.08762 0.30953 -0.29034 -0.10681
 * ```
 */
export function logLikelihoodGradient(
  scores: Scores,
  preference: Preference,
  options?: LikelihoodOptions,
): LikelihoodGradient {
  checkScores(scores);
  checkPreference(preference, scores.length);
  const packed = packChecked([preference], scores.length);
  const gradient = new Float64Array(scores.length);
  const walk = rowLikelihood(scores, 0, packed, 0, { ...resolveOptions(options), wantGradient: true }, gradient);
  return { logLikelihood: walk.logLikelihood, gradient, error: walk.error, evaluations: walk.evaluations };
}
