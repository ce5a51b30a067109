import { graphFromComparisons } from "./graph-from-comparisons.ts";
import type { PairGraph } from "./preference-graph.ts";

/** A partial ranking, best first. An entry is an item, or a list of tied items. */
export type PartialRanking = ArrayLike<number | ArrayLike<number>>;

/**
 * Merges several partial rankings of one user into one graph. Each ranking puts every item above the next one.
 *
 * Rankings that contradict each other form a cycle, which {@link maximalOrderedPartition} rejects.
 *
 * @param rankings - Partial rankings, best first; each may contain any of the items.
 *
 * @example
 * ```ts
 * import { graphFromRankings, preferenceFromGraph } from "@tierwise/rank-breaking";
 *
 * // Three films on one evening, three on another; film 2 was shown on both, and films 3 and 4 were tied.
 * const graph = graphFromRankings([[0, 1, 2], [2, [3, 4]]]);
 * console.log(JSON.stringify(graph.edges)); // [[0,1],[1,2],[2,3],[2,4]]
 * console.log(JSON.stringify(preferenceFromGraph(graph).tiers)); // [[0],[1],[2],[3,4]]
 * ```
 */
export function graphFromRankings(rankings: readonly PartialRanking[]): PairGraph {
  const comparisons: [number, number][] = [];
  const items = new Set<number>();
  for (const [r, ranking] of rankings.entries()) {
    const seen = new Set<number>();
    let upper: ArrayLike<number> = [];
    for (let p = 0; p < ranking.length; p++) {
      const place = ranking[p];
      const level = typeof place === "number" ? [place] : place;
      for (let i = 0; i < level.length; i++) {
        if (seen.has(level[i])) throw new RangeError(`rankings[${r}] contains item ${level[i]} twice`);
        seen.add(level[i]);
        items.add(level[i]);
        for (let u = 0; u < upper.length; u++) comparisons.push([upper[u], level[i]]);
      }
      if (level.length > 0) upper = level;
    }
  }
  return { items: [...items], edges: graphFromComparisons(comparisons).edges };
}
