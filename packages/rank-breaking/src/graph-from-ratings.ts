import type { PairGraph } from "./preference-graph.ts";

/** Options for {@link graphFromRatings}. */
export interface RatingGraphOptions {
  /**
   * The minimum difference between the ratings of two items for an edge, where 0 means any difference. With a margin of 1 star, differences
   * of half a star are ignored. Tiers cannot represent the resulting graph in general. Default: 0.
   */
  readonly margin?: number;
  /** Whether higher values are better, as with stars, or lower values, as with ranks. Default: `"higher"`. */
  readonly better?: "higher" | "lower";
}

/**
 * Creates the graph of one user's ratings: an item is above every item that is rated worse by at least the margin. Edges that follow from
 * other edges are omitted. Even so, there are n·m edges between n items with one rating and m items with the next.
 *
 * @param ratings - Pairs `[item, rating]`, each item once.
 * @param options - The margin and the direction of the scale.
 *
 * @example
 * ```ts
 * import { graphFromRatings, preferenceFromGraph } from "@tierwise/rank-breaking";
 *
 * const ratings: [item: number, stars: number][] = [[0, 5], [1, 4.5], [2, 3], [3, 2.5], [4, 2]];
 * const tiers = (margin?: number) => JSON.stringify(preferenceFromGraph(graphFromRatings(ratings, { margin })).tiers);
 * console.log(tiers()); // [[0],[1],[2],[3],[4]]
 * console.log(tiers(1)); // [[0,1],[2,3,4]]
 * ```
 */
export function graphFromRatings(
  ratings: readonly (readonly [item: number, rating: number])[],
  { margin = 0, better = "higher" }: RatingGraphOptions = {},
): PairGraph {
  if (!(margin >= 0)) throw new RangeError(`margin is ${margin}; expected a nonnegative number`);
  if (better !== "higher" && better !== "lower") {
    throw new RangeError(`better is ${JSON.stringify(better)}; expected "higher" or "lower"`);
  }
  const levels = levelsOf(ratings, better === "higher" ? 1 : -1);
  const isAbove = (a: number, b: number): boolean => a < b && levels[a].rating - levels[b].rating >= margin;
  const edges: [number, number][] = [];
  for (let a = 0; a < levels.length; a++) {
    // Level b is the first one at least a margin below level a. Levels at least a margin below b need no edges from a: b is between them.
    let b = a + 1;
    while (b < levels.length && !isAbove(a, b)) b++;
    for (let c = b; c < levels.length && !isAbove(b, c); c++) addAllPairs(edges, levels[a].items, levels[c].items);
  }
  return { items: ratings.map(([item]) => item), edges };
}

interface Level {
  readonly rating: number;
  readonly items: number[];
}

/** Groups items by rating times `sign`, highest first. */
function levelsOf(ratings: readonly (readonly [number, number])[], sign: number): Level[] {
  const levels = new Map<number, number[]>();
  const seen = new Set<number>();
  for (const [r, [item, rating]] of ratings.entries()) {
    if (!Number.isFinite(rating)) throw new RangeError(`ratings[${r}][1] is ${rating}; expected a finite number`);
    if (seen.has(item))
      throw new RangeError(`ratings[${r}] rates item ${item} a second time; expected one rating per item`);
    seen.add(item);
    const level = levels.get(rating) ?? [];
    levels.set(rating, level);
    level.push(item);
  }
  return [...levels].map(([rating, items]) => ({ rating: sign * rating, items })).sort((a, b) => b.rating - a.rating);
}

function addAllPairs(edges: [number, number][], upper: readonly number[], lower: readonly number[]): void {
  for (const better of upper) for (const worse of lower) edges.push([better, worse]);
}
