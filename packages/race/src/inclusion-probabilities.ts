import { checkScores, type Scores } from "@tierwise/core-integrator";
import { exposures } from "./engine/exposures.ts";
import { checkPlaces, checkTolerance, DEFAULT_TOLERANCE } from "./engine/tolerance.ts";
import type { PlacesOptions, Probabilities } from "./rank-probabilities.ts";

/**
 * Returns the probability that each item is among the first k items of a Plackett-Luce ranking,
 *
 *     P(rank_i ≤ k) = ∫₀^∞ λ_i e^{−λ_i t} · P(fewer than k of the others have arrived by t) dt.
 *
 * The probabilities sum to k. Items that are unlikely to be among the first k (λ_i·t ≤ 1/16 throughout) share one polynomial in λ_i,
 * so a row of many items costs about as much as a few softmaxes.
 *
 * @param scores - N finite scores.
 * @param options - `k`: the number of places.
 * @returns N probabilities.
 *
 * @example
 * ```ts
 * import { inclusionProbabilities } from "@tierwise/race";
 *
 * const { probabilities, error } = inclusionProbabilities([2, 1, 0, -1], { k: 2 });
 * console.log(Array.from(probabilities, (p) => p.toFixed(5)).join(" ")); // 0.92659 0.69570 0.27467 0.10304
 * console.log(error < 1e-12); // true
 * ```
 */
export function inclusionProbabilities(scores: Scores, options: PlacesOptions): Probabilities {
  const { k, tolerance = DEFAULT_TOLERANCE } = options;
  checkScores(scores);
  checkPlaces(k);
  checkTolerance(tolerance);
  const probabilities = new Float64Array(scores.length);
  if (k >= scores.length) return { probabilities: probabilities.fill(1), error: 0, evaluations: 0 };
  const { error, evaluations } = exposures(scores, new Float64Array(k).fill(1), probabilities, tolerance);
  return { probabilities, error, evaluations };
}
