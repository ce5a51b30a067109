import { randomPermutation, randomStream } from "@tierwise/random";
import type { LabeledRows } from "../rows/labeled-rows.ts";
import type { RatingsDataset } from "../sources/ratings.ts";

/** Options of {@link recommenderRows}. */
export interface RecommenderOptions {
  /** The rating from which on an item counts as liked. Default: 4. */
  readonly liked?: number;
  /** Which end of the scale is the best. Default: `"higher"`. */
  readonly better?: "higher" | "lower";
  /** The share of a user's ratings that are hidden and to be predicted. Default: 0.3. */
  readonly hide?: number;
  /** Rows made of each training user, with other ratings hidden in each. Default: 4. */
  readonly rowsPerUser?: number;
  /** The share of users that are kept for testing. Default: 0.1. */
  readonly testUsers?: number;
  /** Decides what is hidden and who is kept for testing. Default: 0. */
  readonly seed?: number;
  /** When each user rated each item, as {@link readRatingTimes} returns it: then the last ratings are hidden. Default: any are. */
  readonly times?: readonly ReadonlyMap<number, number>[];
}

/** Ratings as rows. */
export interface RecommenderRows {
  /** Rows to train on. */
  readonly train: LabeledRows;
  /** Rows of the users that are kept for testing. */
  readonly test: LabeledRows;
  /** Every user with all their ratings as features, and what they like as labels: what recommendations are made from. */
  readonly users: LabeledRows;
}

interface Rating {
  readonly item: number;
  readonly liked: boolean;
  readonly time: number;
}

interface Row {
  readonly seen: readonly Rating[];
  readonly hidden: readonly Rating[];
}

/**
 * Turns ratings into rows of a multi-label data set. A row is a user: feature i is 1 where item i is among the ratings that are
 * seen and was liked, feature N + i where it was seen and not liked; the labels are liked items among the ratings that are hidden.
 * So a model learns to predict what somebody likes from what else they rated, and a feature never tells its own label. Users kept
 * for testing are in no training row.
 *
 * @param ratings - What {@link readRatings} returns.
 * @param options - What is liked, hidden and kept for testing.
 *
 * @example
 * ```ts
 * import { generateRatings, parseRatings, recommenderRows } from "@tierwise/data";
 *
 * const ratings = parseRatings(generateRatings({ userCount: 100, itemCount: 40, seed: 1 }), { minRatings: 2 });
 * const { train, test, users } = recommenderRows(ratings, { liked: 4, seed: 1 });
 * console.log(users.numRows, users.numFeatures, users.numLabels, train.numRows > test.numRows); // 100 80 40 true
 * ```
 */
export function recommenderRows(ratings: RatingsDataset, options: RecommenderOptions): RecommenderRows {
  const { hide = 0.3, rowsPerUser = 4, testUsers = 0.1, seed = 0, times } = options;
  const itemCount = ratings.itemNames.length;
  const ofUser = ratings.users.map((_, user) => userRatings(ratings, user, options));
  const order = randomPermutation(ofUser.length, randomStream(seed, 0));
  const kept = new Set(order.subarray(0, Math.round(testUsers * ofUser.length)));
  const [train, test]: Row[][] = [[], []];
  for (const [user, all] of ofUser.entries()) {
    const copies = kept.has(user) ? 1 : rowsPerUser;
    for (let copy = 0; copy < copies; copy++) {
      const row = divide(all, hide, randomStream(seed, 1, user, copy), times !== undefined, copy);
      if (row.hidden.some(({ liked }) => liked) && row.seen.length > 0) (kept.has(user) ? test : train).push(row);
    }
  }
  const whole = ofUser.map((all) => ({ seen: all, hidden: all }));
  return { train: asRows(train, itemCount), test: asRows(test, itemCount), users: asRows(whole, itemCount) };
}

function userRatings(
  { preferences, ratings }: RatingsDataset,
  user: number,
  { liked = 4, better = "higher", times }: RecommenderOptions,
): Rating[] {
  const found: Rating[] = [];
  for (const [m, tier] of preferences[user].tiers.entries()) {
    const rating = ratings[user][m];
    const isLiked = better === "lower" ? rating <= liked : rating >= liked;
    for (let i = 0; i < tier.length; i++) {
      found.push({ item: tier[i], liked: isLiked, time: times?.[user]?.get(tier[i]) ?? 0 });
    }
  }
  return found;
}

/** Hides some ratings: any, or the last ones; the first row of a user hides the share itself, further ones vary it. */
function divide(all: readonly Rating[], hide: number, random: () => number, byTime: boolean, copy: number): Row {
  const order = Array.from(randomPermutation(all.length, random), (i) => all[i]);
  if (byTime) order.sort((a, b) => a.time - b.time);
  const share = byTime && copy > 0 ? hide + (1 - hide) * random() : hide;
  const seen = Math.max(1, Math.round((1 - share) * all.length));
  const upTo =
    byTime && copy > 0 ? Math.min(all.length, seen + Math.max(1, Math.round(hide * all.length))) : all.length;
  return { seen: order.slice(0, seen), hidden: order.slice(seen, upTo) };
}

function asRows(rows: readonly Row[], itemCount: number): LabeledRows {
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
