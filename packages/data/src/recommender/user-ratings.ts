import type { LabeledRows } from "../rows/labeled-rows.ts";
import type { RatingsDataset } from "../sources/ratings.ts";
import { isLiked, type Liking } from "./liking.ts";

/** A rating of a user. */
export interface UserRating {
  readonly item: number;
  readonly liked: boolean;
  /** The time of the rating; 0 if unknown. */
  readonly time: number;
}

/** A user's ratings, split into those that a model sees and those that it must predict. */
export interface DividedRatings {
  readonly seen: readonly UserRating[];
  readonly hidden: readonly UserRating[];
}

/** The ratings of a user, best first; equal ratings are in item order. */
export function ratingsOfUser(
  { preferences, ratings }: RatingsDataset,
  user: number,
  liking: Liking,
  times?: ReadonlyMap<number, number>,
): UserRating[] {
  const found: UserRating[] = [];
  for (const [m, tier] of preferences[user].tiers.entries()) {
    const liked = isLiked(liking, ratings[user][m]);
    for (let i = 0; i < tier.length; i++) found.push({ item: tier[i], liked, time: times?.get(tier[i]) ?? 0 });
  }
  return found;
}

/** Creates rows of 2 · N features for N items: feature i is 1 if item i was liked, N + i if not. Labels are the hidden liked items. */
export function ratingRows(rows: readonly DividedRatings[], itemCount: number): LabeledRows {
  const features = rows.map(({ seen }) =>
    seen.map(({ item, liked }) => (liked ? item : itemCount + item)).sort((a, b) => a - b),
  );
  const labels = rows.map(({ hidden }) =>
    hidden
      .filter(({ liked }) => liked)
      .map(({ item }) => item)
      .sort((a, b) => a - b),
  );
  const indices = Int32Array.from(features.flat());
  return {
    numRows: rows.length,
    numFeatures: 2 * itemCount,
    numLabels: itemCount,
    features: { indptr: offsets(features), indices, values: new Float32Array(indices.length).fill(1) },
    labels: { indptr: offsets(labels), indices: Int32Array.from(labels.flat()) },
  };
}

function offsets(rows: readonly (readonly number[])[]): Int32Array {
  const indptr = new Int32Array(rows.length + 1);
  for (const [row, { length }] of rows.entries()) indptr[row + 1] = indptr[row] + length;
  return indptr;
}
