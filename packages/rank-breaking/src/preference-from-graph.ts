import type { Preference } from "@tierwise/core-integrator";
import { finestTiers } from "./finest-tiers.ts";
import type { PreferenceGraph } from "./preference-graph.ts";

/** The preference that a graph implies, and whether it contains information. */
export interface GraphPreference extends Preference {
  /** The maximal ordered partition of the items with an edge, best tier first. */
  readonly tiers: readonly number[][];
  /** Items without an edge are not part of the observation. */
  readonly rest: "unobserved";
  /** False if there are fewer than two tiers, since the likelihood is then 1 for all scores. */
  readonly informative: boolean;
}

/**
 * Returns the partitioned preference that a preference graph implies: the maximal ordered partition of the items with an edge. Items
 * without an edge are omitted, since nothing is known about them.
 *
 * @param graph - Items and edges without a cycle. To compute likelihoods, items must be indices.
 * @returns A preference that any Tierwise function accepts, with `informative: false` if it has at most one tier.
 * @throws {@link CycleError} if the edges contain a cycle; the error lists one.
 *
 * @example
 * ```ts
 * import { logLikelihood } from "@tierwise/core-integrator";
 * import { preferenceFromGraph } from "@tierwise/rank-breaking";
 *
 * const preference = preferenceFromGraph({ items: [0, 1, 2, 3, 4], edges: [[0, 2], [1, 2], [0, 3], [1, 3]] });
 * console.log(JSON.stringify(preference)); // {"tiers":[[0,1],[2,3]],"rest":"unobserved","informative":true}
 * console.log(logLikelihood([1, 1, 0, 0, 5], preference).toFixed(5)); // -0.86471
 *
 * // Two unconnected pairs form a single tier, which carries no information.
 * const pairs = preferenceFromGraph({ items: [0, 1, 2, 3], edges: [[0, 1], [2, 3]] });
 * console.log(pairs.tiers.length, pairs.informative); // 1 false
 * ```
 */
export function preferenceFromGraph(graph: PreferenceGraph): GraphPreference {
  const tiers = finestTiers(graph, { withoutEdges: "omit" });
  return { tiers, rest: "unobserved", informative: tiers.length > 1 };
}

/**
 * Applies {@link preferenceFromGraph} to many graphs. Error messages start with the index of the graph.
 *
 * @param graphs - One graph per user.
 *
 * @example
 * ```ts
 * import { preferencesFromGraphs } from "@tierwise/rank-breaking";
 *
 * try {
 *   preferencesFromGraphs([{ items: [0, 1, 2], edges: [[0, 1], [1, 2], [2, 0]] }]);
 * } catch (error) {
 *   console.log((error as Error).message);
 *   // graphs[0]: edges has a cycle of 3 items: 0 > 1 > 2 > 0; expected none
 * }
 * ```
 */
export function preferencesFromGraphs(graphs: readonly PreferenceGraph[]): GraphPreference[] {
  if (!Array.isArray(graphs)) throw new TypeError(`graphs is ${String(graphs)}; expected an array of graphs`);
  return graphs.map((graph, g) => {
    try {
      return preferenceFromGraph(graph);
    } catch (error) {
      if (error instanceof Error) error.message = `graphs[${g}]: ${error.message}`;
      throw error;
    }
  });
}
