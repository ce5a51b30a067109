import type { RatingsDataset } from "../sources/ratings.ts";

/** Which ratings count as liked. */
export interface Liking {
  /** The worst rating that counts as liked. */
  readonly liked: number;
  /** Whether higher or lower ratings are better. */
  readonly better: "higher" | "lower";
}

/**
 * The default threshold for liked ratings: 4 on a scale of up to five stars, and 1 for clicks, which are 0 or 1. Other scales have no
 * default.
 *
 * @param ratings - The ratings, in which higher is better.
 * @returns The worst rating that counts as liked; undefined for any other scale.
 *
 * @example
 * ```ts
 * import { parseRatings, usualLiking } from "@tierwise/data";
 *
 * console.log(usualLiking(parseRatings("ann,tea,5\nann,milk,2\n"))); // 4
 * console.log(usualLiking(parseRatings("ann,tea,87\nann,milk,12\n"))); // undefined
 * ```
 */
export function usualLiking({ ratings }: Pick<RatingsDataset, "ratings">): number | undefined {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let binary = true;
  for (const grades of ratings) {
    for (const grade of grades) {
      least = Math.min(least, grade);
      most = Math.max(most, grade);
      binary &&= grade === 0 || grade === 1;
    }
  }
  if (binary) return 1;
  return least >= 0 && most >= 4 && most <= 5 ? 4 : undefined;
}

/** Whether a rating counts as liked. */
export function isLiked({ liked, better }: Liking, rating: number): boolean {
  return better === "lower" ? rating <= liked : rating >= liked;
}
