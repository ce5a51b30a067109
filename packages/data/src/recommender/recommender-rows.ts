import { randomSplit, randomStream } from "@tierwise/random";
import type { LabeledRows } from "../rows/labeled-rows.ts";
import type { RatingsDataset } from "../sources/ratings.ts";
import type { Vocabulary } from "../vocabulary/vocabulary.ts";
import { hideRatings, isUsable } from "./hide-ratings.ts";
import { type Liking, usualLiking } from "./liking.ts";
import { ratingsInNameOrder } from "./renumber-ratings.ts";
import { type DividedRatings, ratingRows, ratingsOfUser } from "./user-ratings.ts";

/** Options for {@link heldOutRows}: which ratings count as liked, and which are hidden. */
export interface HeldOutOptions {
  /** The worst rating that counts as liked. Default: {@link usualLiking}, which supports stars and clicks. */
  readonly liked?: number;
  /** Whether higher or lower ratings are better. Default: `"higher"`. */
  readonly better?: "higher" | "lower";
  /** The fraction of a user's ratings to hide, for a model to predict. Default: 0.3. */
  readonly hide?: number;
  /** Seed for the choice of hidden ratings. Default: 0. */
  readonly seed?: number;
  /** The times of the ratings, from {@link readRatingTimes}. If set, the latest ratings are hidden. Default: hide random ratings. */
  readonly times?: readonly ReadonlyMap<number, number>[];
}

/** Options for {@link recommenderRows}. */
export interface RecommenderOptions extends HeldOutOptions {
  /** Number of rows per training user, each with different ratings hidden. Default: 4. */
  readonly rowsPerUser?: number;
  /** The fraction of users to hold out for testing. Default: 0.1. */
  readonly testUsers?: number;
}

/** Rows that each belong to a user. */
export interface UserRows extends LabeledRows {
  /** The user name for each row. */
  readonly userNames: readonly string[];
}

/** The names of N items and 2 · N features. If item i is named X, features i and N + i are named `liked: X` and `not liked: X`. */
export type RatingsVocabulary = {
  readonly [Part in "featureItems" | "featureNames" | "itemNames"]: NonNullable<Vocabulary[Part]>;
};

/** The result of {@link recommenderRows}. */
export interface RecommenderRows {
  /** The training rows; `groups` contains the user of each row, so that a split can keep the rows of a user together. */
  readonly train: UserRows;
  /** The rows of the users held out for testing, one per user. */
  readonly test: UserRows;
  /** One row per user, with all ratings as features and all liked items as labels: the input for recommendations. */
  readonly users: UserRows;
  /** The names of features and items. */
  readonly vocabulary: RatingsVocabulary;
}

/**
 * Converts ratings to the rows of a multi-label dataset for training a recommender. Each row hides some of a user's ratings. For visible
 * ratings of N items, feature i is 1 if the user liked item i, and feature N + i is 1 if not; the labels are the hidden liked items. A
 * model thus learns to predict what a user likes from their other ratings, and no feature reveals a label. Users held out for testing do
 * not occur in any training row.
 *
 * Users and items are numbered by name, in {@link naturalOrder}, so the result does not depend on the order of the ratings in a file.
 *
 * @param ratings - The result of {@link readRatings} or {@link parseRatings}.
 * @param options - Which ratings count as liked, and how much is hidden and held out for testing.
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
export function recommenderRows(ratings: RatingsDataset, options: RecommenderOptions = {}): RecommenderRows {
  const { hide = 0.3, rowsPerUser = 4, testUsers = 0.1, seed = 0, times: given } = options;
  const ordered = ratingsInNameOrder(ratings);
  const times = given && timesInOrder(ratings, ordered, given);
  const liking = likingOf(ratings, options);
  const userCount = ordered.users.length;
  const { held } = randomSplit(userCount, Math.round(testUsers * userCount), randomStream(seed, 0));
  const kept = new Set(held);
  const [train, test, users]: UserRow[][] = [[], [], []];
  for (let user = 0; user < userCount; user++) {
    const all = ratingsOfUser(ordered, user, liking, times?.[user]);
    users.push({ user, seen: all, hidden: all });
    const copies = kept.has(user) ? 1 : rowsPerUser;
    for (let copy = 0; copy < copies; copy++) {
      const plan = { hide, copy, byTime: times !== undefined };
      const row = { user, ...hideRatings(all, plan, randomStream(seed, 1, user, copy)) };
      if (isUsable(row)) (kept.has(user) ? test : train).push(row);
    }
  }
  const [trainRows, testRows, userRows] = [train, test, users].map((rows) => rowsOfUsers(rows, ordered));
  return {
    train: { ...trainRows, groups: Int32Array.from(train, ({ user }) => user) },
    test: testRows,
    users: userRows,
    vocabulary: ratingsVocabulary(ordered.itemNames),
  };
}

/**
 * Hides some of each user's ratings, to evaluate a model on them. Every user gets the row that {@link recommenderRows} gives a test user.
 * Users without a visible rating, or without a hidden rating that counts as liked, have no row.
 *
 * @param ratings - Ratings with the item numbers of the model, from {@link ratingsOfItems}.
 * @param options - Which ratings count as liked, and how much is hidden; `isKept` selects users by name, without changing which of their
 * ratings are hidden. Default: all users.
 *
 * @example
 * ```ts
 * import { heldOutRows, parseRatings, ratingsOfItems } from "@tierwise/data";
 *
 * const { ratings } = ratingsOfItems(parseRatings("ann,tea,5\nann,rice,4\nbob,tea,2\n"), ["milk", "rice", "tea"]);
 * const { userNames, labels } = heldOutRows(ratings, { liked: 4, hide: 0.5 });
 * console.log(userNames, labels.indices.length); // [ 'ann' ] 1
 * ```
 */
export function heldOutRows(
  ratings: RatingsDataset,
  options: HeldOutOptions & { readonly isKept?: (userName: string) => boolean } = {},
): UserRows {
  const { hide = 0.3, seed = 0, times, isKept = () => true } = options;
  const liking = likingOf(ratings, options);
  const rows: UserRow[] = [];
  for (let user = 0; user < ratings.users.length; user++) {
    const all = ratingsOfUser(ratings, user, liking, times?.[user]);
    const plan = { hide, copy: 0, byTime: times !== undefined };
    const row = { user, ...hideRatings(all, plan, randomStream(seed, 1, user, 0)) };
    if (isUsable(row) && isKept(ratings.users[user])) rows.push(row);
  }
  return rowsOfUsers(rows, ratings);
}

/**
 * One row per user, with all ratings as features and all liked items as labels: the input for recommendations.
 *
 * @param ratings - Ratings with the item numbers of the model, from {@link ratingsOfItems}.
 * @param options - Which ratings count as liked.
 */
export function userRows(ratings: RatingsDataset, options: Pick<HeldOutOptions, "better" | "liked"> = {}): UserRows {
  const liking = likingOf(ratings, options);
  const rows = ratings.users.map((_, user) => {
    const all = ratingsOfUser(ratings, user, liking);
    return { user, seen: all, hidden: all };
  });
  return rowsOfUsers(rows, ratings);
}

interface UserRow extends DividedRatings {
  readonly user: number;
}

function rowsOfUsers(rows: readonly UserRow[], { users, itemNames }: RatingsDataset): UserRows {
  return { ...ratingRows(rows, itemNames.length), userNames: rows.map(({ user }) => users[user]) };
}

/** Throws if neither the options nor the rating scale determine which ratings count as liked. */
function likingOf(ratings: RatingsDataset, { liked, better = "higher" }: HeldOutOptions): Liking {
  const found = liked ?? (better === "higher" ? usualLiking(ratings) : undefined);
  if (found !== undefined) return { liked: found, better };
  throw new TypeError(
    "liked is missing; expected the worst rating that counts as liked, because this scale has no default",
  );
}

/** Converts times from the user and item numbers of `ratings` to those of `ordered`. */
function timesInOrder(
  ratings: RatingsDataset,
  ordered: RatingsDataset,
  times: NonNullable<HeldOutOptions["times"]>,
): ReadonlyMap<number, number>[] {
  const rowOf = new Map(ratings.users.map((name, user) => [name, user]));
  const itemOf = new Map(ordered.itemNames.map((name, item) => [name, item]));
  return ordered.users.map((name) => {
    const found = times[rowOf.get(name) ?? -1] ?? new Map<number, number>();
    return new Map(Array.from(found, ([item, time]) => [itemOf.get(ratings.itemNames[item]) ?? -1, time]));
  });
}

function ratingsVocabulary(itemNames: readonly string[]): RatingsVocabulary {
  const items = itemNames.map((_, item) => item);
  const featureNames = ["liked", "not liked"].flatMap((what) => itemNames.map((name) => `${what}: ${name}`));
  return { itemNames, featureNames, featureItems: [...items, ...items] };
}
