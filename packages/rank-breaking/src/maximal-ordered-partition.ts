import { finestTiers } from "./finest-tiers.ts";
import type { PreferenceGraph } from "./preference-graph.ts";

/**
 * The maximal ordered partition of a preference graph (section 3.3): the finest sequence of tiers S₁ ≻ … ≻ S_M in which every item of a
 * tier is above every item of all later tiers, directly or by transitivity. The partition adds no preference that the graph does not imply,
 * and is unique: the upper parts of two valid cuts are nested, so all valid cuts form a single sequence, which is the finest.
 *
 * The algorithm scans a topological order. All items before a cut are above all items after it if and only if every sink of the first part
 * has an edge to every source of the second part. Three counters check this in O(N + E).
 *
 * @param graph - Items and edges; an edge may be repeated.
 * @returns Tiers, best first, which together contain every item of `graph.items` once; a single tier if no cut is valid. Items within a
 * tier keep the given order.
 * @throws {@link CycleError} if the edges contain a cycle; the error lists one.
 *
 * @example
 * ```ts
 * import { maximalOrderedPartition } from "@tierwise/rank-breaking";
 *
 * // 1 is above 2, and both are above 3 and 4, which are not compared with each other. 5 is below 3, but not below 4.
 * const edges: [number, number][] = [[1, 2], [2, 3], [2, 4], [3, 5]];
 * console.log(JSON.stringify(maximalOrderedPartition({ items: [1, 2, 3, 4, 5], edges }))); // [[1],[2],[3,4,5]]
 * ```
 */
export function maximalOrderedPartition(graph: PreferenceGraph): number[][] {
  return finestTiers(graph, { withoutEdges: "include" });
}
