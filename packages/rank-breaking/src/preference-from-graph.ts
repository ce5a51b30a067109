import type { Preference } from "@tierwise/core-integrator";
import { finestTiers } from "./finest-tiers.ts";
import type { PreferenceGraph } from "./preference-graph.ts";

/** The preference of a graph, and whether there is anything in it. */
export interface GraphPreference extends Preference {
  /** The tiers of the maximal ordered partition of the items that an edge mentions, best first. */
  readonly tiers: readonly number[][];
  /** Items that no edge mentions are no part of the observation. */
  readonly rest: "unobserved";
  /** False where there are fewer than two tiers: the likelihood is then 1 whatever the scores, and nothing can be learned. */
  readonly informative: boolean;
}

/**
 * The partitioned preference that a preference graph implies: the maximal ordered partition of the items that its edges
 * mention. Items without an edge are left out, since nothing was said about them.
 *
 * @param graph - Items and edges without a cycle; the items are indices where a likelihood is wanted.
 * @returns A preference that every function of Tierwise takes, with `informative: false` where it has a single tier or none.
 * @throws {@link CycleError} where the edges contain a cycle, naming one.
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
 * // Two pairs that have nothing to do with each other make one tier, which says nothing.
 * const pairs = preferenceFromGraph({ items: [0, 1, 2, 3], edges: [[0, 1], [2, 3]] });
 * console.log(pairs.tiers.length, pairs.informative); // 1 false
 * ```
 */
export function preferenceFromGraph(graph: PreferenceGraph): GraphPreference {
  const tiers = finestTiers(graph, { unmentioned: "left out" });
  return { tiers, rest: "unobserved", informative: tiers.length > 1 };
}

/**
 * {@link preferenceFromGraph} of many graphs, one a user; a message begins with the number of the graph.
 *
 * @param graphs - One graph a user.
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
