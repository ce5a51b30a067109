import type { RuleSpec } from "./rule-spec.ts";

/** What a rule finds out about one tier. Written in place, so that a training loop allocates nothing. */
export interface TierResult {
  /** log P(A ≻ B). */
  logProbability: number;
  /** ∂ log P / ∂ w_B = −Σ_a ∂ log P / ∂ w_a; to be read only where a gradient was asked for. */
  restGradient: number;
  /** Estimated absolute error of `logProbability`; `Infinity` where the rule cannot tell. */
  error: number;
  /** Points at which the sum over the tier was computed, the search for the mode included; closed forms count 0. */
  evaluations: number;
}

/**
 * A way to compute P(A ≻ B) = ∫₀¹ ∏_{a∈A} (1 − u^{exp(w_a − w_B)}) du, Proposition 1: {@link adaptive}, {@link midpoint},
 * {@link exact}, or one of your own. A rule may call {@link tierAbove}, but not for a likelihood: their work memory is in use.
 */
export interface Rule {
  /** The name that messages use. */
  readonly name: string;
  /** What rebuilds the rule elsewhere, by {@link createRule}. Rules of your own have none. */
  readonly spec?: RuleSpec;
  /**
   * The constant that is subtracted from all scores of an observation before the rule sees them. P(A ≻ B) does not depend on it; what
   * a rule with a shift c makes of it does.
   *
   * - `"any"` (default): whatever keeps the most digits.
   * - `"row"`: log Σ e^w over all items of the observation, so that e^w are probabilities.
   * - `"none"`: nothing; the rule gets the scores as they are.
   */
  readonly center?: "any" | "none" | "row";
  /**
   * Computes log P(A ≻ B) for one tier of at least one item.
   *
   * @param top - Scores of A; only the first `size` entries count.
   * @param size - n, the number of items of A; at least 1.
   * @param rest - w_B = log Σ_{b∈B} e^{w_b}, finite.
   * @param gradient - Where given, its first `size` entries are overwritten with ∂ log P / ∂ w_a.
   * @param result - Overwritten with what was found.
   */
  readonly above: (
    top: Float64Array,
    size: number,
    rest: number,
    gradient: Float64Array | undefined,
    result: TierResult,
  ) => void;
}
