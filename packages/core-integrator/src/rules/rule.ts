import type { RuleSpec } from "./rule-spec.ts";

/** The result of a rule for one tier. The result is written in place, so that a training loop allocates nothing. */
export interface TierResult {
  /** log P(A ≻ B). */
  logProbability: number;
  /** The derivative ∂ log P / ∂ w_B = −Σ_a ∂ log P / ∂ w_a; valid only if a gradient was requested. */
  restGradient: number;
  /** The estimated absolute error of `logProbability`, or `Infinity` if the rule has no estimate. */
  error: number;
  /** The number of points at which the sum over the tier was computed, including the search for the mode, or 0 for closed forms. */
  evaluations: number;
}

/**
 * A method to compute P(A ≻ B) = ∫₀¹ ∏_{a∈A} (1 − u^{exp(w_a − w_B)}) du, Proposition 1: {@link adaptive}, {@link midpoint},
 * {@link exact}, or your own. A rule may call {@link tierAbove} but must not compute a likelihood, because the work memory is in use.
 */
export interface Rule {
  /** The rule's name, as shown in messages. */
  readonly name: string;
  /** The JSON from which {@link createRule} rebuilds the rule. Custom rules have none. */
  readonly spec?: RuleSpec;
  /**
   * The constant subtracted from all scores of an observation before the rule is applied. P(A ≻ B) does not depend on it,
   * but the result of a rule with a shift c does.
   *
   * - `"any"` (default): an arbitrary constant, chosen to preserve as many digits as possible.
   * - `"row"`: log Σ e^w over all items of the observation, so that e^w are probabilities.
   * - `"none"`: 0, which leaves the scores unchanged.
   */
  readonly center?: "any" | "none" | "row";
  /**
   * Computes log P(A ≻ B) for one tier of at least one item.
   *
   * @param top - Scores of A in the first `size` entries.
   * @param size - n, the number of items in A; at least 1.
   * @param rest - w_B = log Σ_{b∈B} e^{w_b}, finite.
   * @param gradient - If given, its first `size` entries are overwritten with ∂ log P / ∂ w_a.
   * @param result - Overwritten with the result.
   */
  readonly evaluate: (
    top: Float64Array,
    size: number,
    rest: number,
    gradient: Float64Array | undefined,
    result: TierResult,
  ) => void;
}
