import { packPreferences, type Scores, type SharedOptions, sharedLogLikelihood } from "@tierwise/core-integrator";
import { preferencesFromGraphs } from "./preference-from-graph.ts";
import type { PreferenceGraph } from "./preference-graph.ts";

/**
 * The log-likelihood of the graphs of many users under the Plackett-Luce model. Each graph is broken into its maximal ordered
 * partition, whose likelihood is exact:
 *
 *     Σ_g weight_g · Σ_{m<M} log P(S_m ≻ S_{m+1} ∪ … ∪ S_M; w).
 *
 * With `maxTier`, only tiers of at most that many items contribute a term. This is the order-M estimator of Khetan & Oh (2018), whose cost
 * grows as M! by enumeration. This function takes time linear in the size of each tier, so there is no limit by default.
 *
 * To evaluate the same graphs repeatedly, break them once with `packPreferences(preferencesFromGraphs(graphs), N)`, and then call
 * `sharedLogLikelihood` from @tierwise/core-integrator.
 *
 * @param scores - N finite scores.
 * @param graphs - One graph per user, over item indices 0 … N − 1.
 * @param options - `maxTier`, `rule`, `weights`, `subset`, and `gradient`, the output array.
 *
 * @example
 * ```ts
 * import { graphLogLikelihood, type PreferenceGraph } from "@tierwise/rank-breaking";
 *
 * const graphs: PreferenceGraph[] = [
 *   { items: [0, 1, 2], edges: [[0, 1], [0, 2]] },
 *   { items: [0, 1, 2, 3], edges: [[0, 3], [1, 3], [2, 3]] },
 * ];
 * const gradient = new Float64Array(4);
 * console.log(graphLogLikelihood([0, 0, 0, 0], graphs, { gradient }).toFixed(5)); // -2.48491
 * console.log(Array.from(gradient, (g) => g.toFixed(3)).join(" ")); // 1.028 0.028 0.028 -1.083
 *
 * // Order 1: the term of the tier {0, 1, 2} of the second graph is omitted.
 * console.log(graphLogLikelihood([0, 0, 0, 0], graphs, { maxTier: 1 }).toFixed(5)); // -1.09861
 * ```
 */
export function graphLogLikelihood(
  scores: Scores,
  graphs: readonly PreferenceGraph[],
  options: SharedOptions = {},
): number {
  return sharedLogLikelihood(scores, packPreferences(preferencesFromGraphs(graphs), scores.length), options);
}
