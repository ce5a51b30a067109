import type { PairGraph } from "./preference-graph.ts";

/** Options of {@link graphFromComparisons}. */
export interface ComparisonOptions {
  /**
   * What is made of a pair that was compared both ways.
   *
   * - `"kept"` (the default): both edges, a cycle of two, which {@link maximalOrderedPartition} refuses.
   * - `"majority"`: what was said more often; nothing where both were said equally often.
   */
  readonly contradictions?: "kept" | "majority";
}

/**
 * The graph of one user's pairwise comparisons: its items are those compared, as they first occur.
 *
 * @param comparisons - Pairs `[better, worse]` of items; the same pair may come again.
 * @param options - What is made of contradictions.
 *
 * @example
 * ```ts
 * import { graphFromComparisons } from "@tierwise/rank-breaking";
 *
 * const said: [number, number][] = [[4, 2], [2, 4], [4, 2], [2, 7]];
 * console.log(JSON.stringify(graphFromComparisons(said, { contradictions: "majority" })));
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
