import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Csr, parseRatings, type RatingsDataset, type ValuedCsr } from "@tierwise/data";
import type { ItemFeatures } from "@tierwise/documents";
import { randomStream } from "@tierwise/random";
import { type FilmOptions, filmFeatures, readFilms } from "./two-tower-films.ts";

interface Rating {
  readonly user: string;
  readonly item: string;
  readonly rating: number;
  readonly time: number;
}

/** Ratings of at least this value count as likes. */
export const liked = 4;
/** The hidden share of a test user's ratings of known items after the cut. */
const hide = 0.3;
/** A film first rated after this share of all ratings, in order of time, is assumed to have been added at that time. */
const earlyShare = 0.1;

/** MovieLens, divided into the ratings before and after a time. */
export interface TimeSplit {
  /** The ratings before the cut. */
  readonly train: RatingsDataset;
  /** The items first rated after the cut. */
  readonly newItems: readonly string[];
  /** All items with their features. */
  readonly items: ItemFeatures;
  /** The time of the first rating of each known item, and of the last rating before the cut by each user. */
  readonly itemTimes: ReadonlyMap<string, number>;
  readonly userTimes: ReadonlyMap<string, number>;
  /** Users with ratings after the cut. */
  readonly users: readonly TestUser[];
}

/** A test user: the visible ratings, and the items that a model should find. */
export interface TestUser {
  readonly visible: readonly { readonly item: string; readonly liked: boolean }[];
  /** The hidden known items and the new items that the user likes. */
  readonly knownLiked: readonly string[];
  readonly newLiked: readonly string[];
}

/**
 * Divides the ratings in `folder` at the quantile `cut` of their times, and ignores those after the quantile `until`. A user's visible
 * ratings are all ratings of known items, except a hidden share of the ratings after the cut.
 */
export function splitByTime(folder: string, cut: number, until: number, films: FilmOptions): TimeSplit {
  const all = readRatings(folder);
  const times = all.map(({ time }) => time).sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(share * times.length))];
  const [start, end] = [at(cut), until < 1 ? at(until) : Number.POSITIVE_INFINITY];
  const before = all.filter(({ time }) => time < start);
  const after = all.filter(({ time }) => time >= start && time < end);
  const train = parseRatings(before.map(({ user, item, rating }) => `${user},${item},${rating}\n`).join(""));
  const known = new Set(before.map(({ item }) => item));
  const random = randomStream(17);
  const users = [...new Set(after.map(({ user }) => user))].sort().map((user) => {
    const own = after.filter((each) => each.user === user);
    const old = own.filter(({ item }) => known.has(item)).map((each) => ({ ...each, hidden: random() < hide }));
    const seen = [...before.filter((each) => each.user === user), ...old.filter(({ hidden }) => !hidden)];
    return {
      visible: seen.map(({ item, rating }) => ({ item, liked: rating >= liked })),
      knownLiked: old.filter(({ hidden, rating }) => hidden && rating >= liked).map(({ item }) => item),
      newLiked: own.filter(({ item, rating }) => !known.has(item) && rating >= liked).map(({ item }) => item),
    };
  });
  const newItems = [...new Set(after.map(({ item }) => item))].filter((item) => !known.has(item)).sort();
  const [itemTimes, userTimes] = [new Map<string, number>(), new Map<string, number>()];
  for (const { user, item, time } of before) {
    itemTimes.set(item, Math.min(time, itemTimes.get(item) ?? time));
    userTimes.set(user, Math.max(time, userTimes.get(user) ?? time));
  }
  // It is unknown when films with early ratings were added.
  const early = at(earlyShare);
  const yearOf = (item: string): number | undefined => {
    const time = itemTimes.get(item) ?? start;
    return time < early ? undefined : new Date(1000 * time).getUTCFullYear();
  };
  const items = filmFeatures(readFilms(folder), known, yearOf, films);
  return { train, newItems, items, itemTimes, userTimes, users: users.filter(({ visible }) => visible.length > 0) };
}

function readRatings(folder: string): Rating[] {
  const lines = readFileSync(join(folder, "ratings.csv"), "utf8").trim().split(/\r?\n/).slice(1);
  return lines.map((line) => {
    const [user, item, rating, time] = line.split(",");
    return { user, item, rating: Number(rating), time: Number(time) };
  });
}

/** The contexts of users, and the items that a model should find for each user. */
export interface Rows {
  readonly features: ValuedCsr;
  readonly labels: Csr;
}

/** The contexts of the users who like at least one of the items to find. */
export function testRows(
  users: readonly TestUser[],
  context: readonly string[],
  items: readonly string[],
  found: (user: TestUser) => readonly string[],
): Rows {
  const numberOf = new Map(context.map((name, i) => [name, i]));
  const itemOf = new Map(items.map((name, i) => [name, i]));
  const kept = users.filter((user) => found(user).length > 0);
  const column = ({ item, liked: yes }: TestUser["visible"][number]): number =>
    (numberOf.get(item) ?? 0) + (yes ? 0 : context.length);
  const features = matrix(kept.map(({ visible }) => visible.map(column).sort((a, b) => a - b)));
  return {
    features: { ...features, values: new Float32Array(features.indices.length).fill(1) },
    labels: matrix(
      kept.map((user) =>
        found(user)
          .map((name) => itemOf.get(name) ?? 0)
          .sort((a, b) => a - b),
      ),
    ),
  };
}

/** The items available to the user of each row: all items rated by anyone up to the user's last rating, except those visible in the row. */
export function availableItems(
  { itemTimes, userTimes }: TimeSplit,
  users: readonly string[],
  itemNames: readonly string[],
  seen: Csr,
): Csr {
  const times = itemNames.map((name) => itemTimes.get(name) ?? 0);
  return matrix(
    users.map((user, row) => {
      const until = userTimes.get(user) ?? 0;
      const own = new Set(seen.indices.subarray(seen.indptr[row], seen.indptr[row + 1]));
      return times.flatMap((time, item) => (time <= until && !own.has(item) ? [item] : []));
    }),
  );
}

function matrix(rows: readonly number[][]): Csr {
  const indptr = Int32Array.from([0, ...rows.map((row) => row.length)]);
  for (let i = 1; i < indptr.length; i++) indptr[i] += indptr[i - 1];
  const indices = new Int32Array(indptr[rows.length]);
  for (const [i, row] of rows.entries()) indices.set(row, indptr[i]);
  return { indptr, indices };
}
