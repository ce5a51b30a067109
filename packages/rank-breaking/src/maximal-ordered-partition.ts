import { finestTiers } from "./finest-tiers.ts";
import type { PreferenceGraph } from "./preference-graph.ts";

/**
 * The maximal ordered partition of a preference graph (section 3.3): the finest sequence of tiers S₁ ≻ … ≻ S_M in which every
 * item of a tier is above every item of the tiers after it, by the edges and what follows from them. It adds no preference that
 * the graph lacks. There is exactly one: two legal cuts of the same graph lie one inside the other, so that all legal cuts
 * together make a sequence, and it is the finest.
 *
 * Scans a topological order. What lies before a cut is above all that lies after it if and only if every sink of the first
 * part has an edge to every source of the second, which two counts and a sum tell: O(N + E) time and memory, no recursion.
 *
 * @param graph - Items and edges; an edge may be repeated.
 * @returns Every item of `graph.items` once, best tier first, in a tier in the order of `graph.items`. One tier where the graph
 *   says nothing about the whole.
 * @throws {@link CycleError} where the edges contain a cycle, naming one.
 *
 * @example
 * ```ts
 * import { maximalOrderedPartition } from "@tierwise/rank-breaking";
 *
 * // 1 and 2 are above 3 and 4; 1 is above 2, and that 3 is above 4 nobody said. 5 is below 3 only.
 * const edges: [number, number][] = [[1, 2], [2, 3], [2, 4], [3, 5]];
 * console.log(JSON.stringify(maximalOrderedPartition({ items: [1, 2, 3, 4, 5], edges }))); // [[1],[2],[3,4,5]]
 * ```
 */
export function maximalOrderedPartition(graph: PreferenceGraph): number[][] {
  return finestTiers(graph, { unmentioned: "placed" });
}
