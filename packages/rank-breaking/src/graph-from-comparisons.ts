import type { PairGraph } from "./preference-graph.ts";

/** Options for {@link graphFromComparisons}. */
export interface ComparisonOptions {
  /**
   * How to handle a pair with comparisons in both directions. Default: `"kept"`.
   *
   * - `"kept"`: both edges are kept; they form a cycle, which {@link maximalOrderedPartition} rejects.
   * - `"majority"`: the more frequent direction is kept, or neither if they are equally frequent.
   */
  readonly contradictions?: "kept" | "majority";
}

/**
 * Creates the graph of one user's pairwise comparisons. Items are in order of first occurrence.
 *
 * @param comparisons - Pairs `[better, worse]` of items; a pair may be repeated.
 * @param options - How to handle contradictions.
 *
 * @example
 * ```ts
 * import { graphFromComparisons } from "@tierwise/rank-breaking";
 *
 * const comparisons: [number, number][] = [[4, 2], [2, 4], [4, 2], [2, 7]];
 * console.log(JSON.stringify(graphFromComparisons(comparisons, { contradictions: "majority" })));
 * // {"items":[4,2,7],"edges":[[4,2],[2,7]]}
 * ```
 */
export function graphFromComparisons(
  comparisons: Iterable<readonly [better: number, worse: number]>,
  { contradictions = "kept" }: ComparisonOptions = {},
): PairGraph {
  if (contradictions !== "kept" && contradictions !== "majority") {
    throw new RangeError(`contradictions is ${JSON.stringify(contradictions)}; expected "kept" or "majority"`);
  }
  const times = new Map<number, Map<number, number>>();
  for (const [better, worse] of comparisons) {
    const below = times.get(better) ?? new Map<number, number>();
    times.set(better, below.set(worse, (below.get(worse) ?? 0) + 1));
    if (!times.has(worse)) times.set(worse, new Map());
  }
  const edges: [number, number][] = [];
  for (const [better, below] of times) {
    for (const [worse, count] of below) {
      const against = contradictions === "majority" ? (times.get(worse)?.get(better) ?? 0) : 0;
      if (count > against) edges.push([better, worse]);
    }
  }
  return { items: [...times.keys()], edges };
}
