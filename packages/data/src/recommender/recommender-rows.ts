import { randomPermutation, randomStream } from "@tierwise/random";
import type { LabeledRows } from "../rows/labeled-rows.ts";
import type { RatingsDataset } from "../sources/ratings.ts";
import type { Vocabulary } from "../vocabulary/vocabulary.ts";

/** Options for {@link recommenderRows}. */
export interface RecommenderOptions {
  /** The worst rating that counts as liked. Default: 4. */
  readonly liked?: number;
  /** Whether higher or lower ratings are better. Default: `"higher"`. */
  readonly better?: "higher" | "lower";
  /** The fraction of a user's ratings to hide, which a model learns to predict. Default: 0.3. */
  readonly hide?: number;
  /** Number of rows per training user, each with different ratings hidden. Default: 4. */
  readonly rowsPerUser?: number;
  /** The fraction of users kept for testing. Default: 0.1. */
  readonly testUsers?: number;
  /** Seed for the choice of hidden ratings and test users. Default: 0. */
  readonly seed?: number;
  /** When each user rated each item, from {@link readRatingTimes}. If set, the latest ratings are hidden. Default: hide random ones. */
  readonly times?: readonly ReadonlyMap<number, number>[];
}

/** The result of {@link recommenderRows}. */
export interface RecommenderRows {
  /** The training rows. */
  readonly train: LabeledRows;
  /** The rows of the users kept for testing. */
  readonly test: LabeledRows;
  /** One row per user, with all ratings as features and all liked items as labels: the input for recommendations. */
  readonly users: LabeledRows;
  /** The names of features and labels: for item i, named X, feature i is `liked: X` and feature N + i is `not liked: X`. */
  readonly vocabulary: { readonly [Part in keyof Vocabulary]-?: NonNullable<Vocabulary[Part]> };
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
 * Turns ratings into the rows of a multi-label data set, to train a recommender on. Each row hides some of a user's ratings.
 * For visible ratings, feature i is 1 if the user liked item i, and feature N + i is 1 if not; the labels are the liked items among
 * the hidden ones. A model thus learns to predict what a user likes from their other ratings, and no feature gives away its own
 * label. Users kept for testing occur in no training row.
 *
 * @param ratings - The result of {@link readRatings} or {@link parseRatings}.
 * @param options - Which ratings count as liked, and how much is hidden and kept for testing.
 *
 * @example
 * ```ts
 * import { generateRatings, parseRatings, recommenderRows } from "@tierwise/data";
 *
 * const ratings = parseRatings(generateRatings({ userCount: 100, itemCount: 40, seed: 1 }), { minRatings: 2 });
 * const { train, test, users } = recommenderRows(ratings, { liked: 4, seed: 1 });
 * console.log(users.numRows, users.numFeatures, users.numLabels, train.numRows > test.numRows); // 100 80 40 true
 *
 * const { vocabulary } = recommenderRows(parseRatings("ann,tea,5\nann,milk,2\n"), { liked: 4 });
 * console.log(vocabulary.featureNames.join(", ")); // liked: milk, liked: tea, not liked: milk, not liked: tea
 * console.log(vocabulary.featureItems.join(" ")); // 0 1 0 1
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
  return {
    train: asRows(train, itemCount),
    test: asRows(test, itemCount),
    users: asRows(whole, itemCount),
    vocabulary: ratingsVocabulary(ratings.itemNames),
  };
}

function ratingsVocabulary(itemNames: readonly string[]): RecommenderRows["vocabulary"] {
  const items = itemNames.map((_, item) => item);
  const featureNames = ["liked", "not liked"].flatMap((what) => itemNames.map((name) => `${what}: ${name}`));
  return { itemNames, featureNames, featureItems: [...items, ...items] };
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

/** Hides random ratings, or the latest ones. With times, a user's first row hides exactly the fraction `hide`; other rows vary it. */
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
