import type { Rule } from "./rule.ts";
import { LARGEST_SUBSET_TIER, subsetRecursion } from "./subset-recursion.ts";

/** Larger advantages d are replaced by this one, so that e^d does not overflow; a factor of the integral is 1 in either case. */
const LARGEST_ADVANTAGE = 600;
const advantages = new Float64Array(LARGEST_SUBSET_TIER);

/**
 * The exact probability, up to rounding, by a recursion over the subsets of a tier:
 *
 *     P(S) = Σ_{i∈S} r_i / (1 + Σ_{j∈S} r_j) · P(S∖i),   P(∅) = 1,   r_i = e^{w_i − w_B}.
 *
 * The rule costs O(n·2ⁿ) and rejects tiers of more than 20 items. Use it to check other rules; {@link adaptive} uses the same recursion for
 * the smallest tiers.
 *
 * @example
 * ```ts
 * import { exact, logLikelihood } from "@tierwise/core-integrator";
 *
 * const scores = new Float64Array(12).map((_, i) => i / 4);
 * console.log(logLikelihood(scores, { tiers: [[11, 10, 9]] }, { rule: exact() }).toFixed(5)); // -2.65707
 * ```
 */
export function exact(): Rule {
  return {
    name: "exact",
    spec: { name: "exact" },
    evaluate(top, size, rest, gradient, result) {
      if (size > LARGEST_SUBSET_TIER) {
        throw new RangeError(
          `a tier has ${size} items; exact() handles at most ${LARGEST_SUBSET_TIER}; use adaptive() for larger tiers`,
        );
      }
      for (let i = 0; i < size; i++) advantages[i] = Math.min(top[i] - rest, LARGEST_ADVANTAGE);
      subsetRecursion(advantages, size, gradient, result);
      result.evaluations = 0;
    },
  };
}
