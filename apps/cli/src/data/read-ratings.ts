import type { Liking, RatingsDataset } from "@tierwise/data";
import { UsageError } from "../errors/usage-error.ts";
import { shownPath, storedPath } from "../files/standard-streams.ts";
import { columnOf } from "../options/recommender-options.ts";
import { readingOptions, type SourceFlags } from "../options/source-options.ts";
import { shellQuoted } from "../shell/shell-quoted.ts";
import { counted } from "../terminal/numbers.ts";
import { readingLine } from "./reading-line.ts";

/** Ratings, and which of them count as liked. */
export interface RatingsFile {
  readonly path: string;
  readonly ratings: RatingsDataset;
  readonly liking: Liking;
  /** A sentence that describes the ratings. */
  readonly words: string;
}

export interface RatingsFlags extends SourceFlags {
  readonly liked?: number;
  readonly time?: string | undefined;
}

/**
 * Reads a file of ratings. `known` states what counts as liked in an existing model. Default: the flags or the scale decide what counts as
 * liked.
 */
export async function readRatingsFile(path: string, flags: RatingsFlags, known?: Liking): Promise<RatingsFile> {
  const { readRatings } = await import("@tierwise/data");
  const options = readingOptions({ ...flags, ...(known && { best: known.better }) });
  const file = shownPath(path);
  const ratings = await readRatings(await storedPath(path), { ...options, file });
  const liking = known ?? (await likingOf(file, ratings, flags));
  const users = counted(ratings.users.length, "user");
  const time = known === undefined && flags.time === undefined ? timeWords(ratings) : "";
  const words = `${readingLine(file, ratings.reading)}; ${users}; ${likingWords(liking)}${time}`;
  return { path, ratings, liking, words };
}

async function likingOf(path: string, ratings: RatingsDataset, { liked, best }: RatingsFlags): Promise<Liking> {
  const { usualLiking } = await import("@tierwise/data");
  const better = best ?? ratings.reading.best ?? "higher";
  const found = liked ?? (better === "higher" ? usualLiking(ratings) : undefined);
  if (found !== undefined) return { liked: found, better };
  const all = ratings.ratings.flatMap((grades) => Array.from(grades));
  const [least, most] = [all.reduce((a, b) => Math.min(a, b)), all.reduce((a, b) => Math.max(a, b))];
  const example =
    better === "higher" ? Math.ceil(least + 0.7 * (most - least)) : Math.floor(least + 0.3 * (most - least));
  throw new UsageError(
    `${path}: ratings range from ${least} to ${most}, a scale without a default for --liked; expected --liked with the ${better === "higher" ? "lowest" : "highest"} rating that counts as liked, such as --liked ${example}`,
  );
}

/** Reads the times of the ratings, as an option for the functions that hide ratings; the option is empty without a time column. */
export async function ratingTimes(
  { path }: RatingsFile,
  ratings: RatingsDataset,
  time: number | string | undefined,
  flags: SourceFlags,
): Promise<{ times?: readonly ReadonlyMap<number, number>[] }> {
  if (time === undefined) return {};
  const { readRatingTimes } = await import("@tierwise/data");
  const options = { ...readingOptions(flags), file: shownPath(path) };
  return { times: await readRatingTimes(await storedPath(path), ratings, columnOf(String(time)), options) };
}

/** A clause about users that no row can be made of; empty if there are none. */
export function unusableUsers(users: number): string {
  if (users === 0) return "";
  return `; ${counted(users, "user")} without a hidden liked rating ${users === 1 ? "is" : "are"} left out`;
}

/** A phrase that suggests `--time` for a file with times. */
function timeWords({ reading }: RatingsDataset): string {
  const time = reading.columns?.["time"];
  if (time === undefined || typeof time === "object") return "";
  return `; --time ${shellQuoted(String(time))} hides the latest ratings instead of random ones`;
}

/** A phrase such as `liked means 4 or more`. */
function likingWords({ liked, better }: Liking): string {
  return `liked means ${liked} or ${better === "lower" ? "less" : "more"}`;
}
