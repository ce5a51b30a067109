import { graphFromComparisons } from "./graph-from-comparisons.ts";
import type { PairGraph } from "./preference-graph.ts";

/** A partial ranking, best first: items, or lists of items between which it does not decide. */
export type PartialRanking = ArrayLike<number | ArrayLike<number>>;

/**
 * Merges several partial rankings of one user into one graph: each puts every item above the next.
 *
 * A ranking that contradicts another makes a cycle, which {@link maximalOrderedPartition} refuses and names.
 *
 * @param rankings - Partial rankings of any of the items, best first.
 *
 * @example
 * ```ts
 * import { graphFromRankings, preferenceFromGraph } from "@tierwise/rank-breaking";
 *
 * // Three films of the one evening, three of another; film 2 was seen on both, and films 3 and 4 were equally good.
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
