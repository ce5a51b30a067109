import type { LabeledRows, Reading, RecommenderOptions, RecommenderRows, UserRows, Vocabulary } from "@tierwise/data";
import type { RatingsRecord } from "@tierwise/ranker";
import type { Command } from "commander";
import { shownPath } from "../files/standard-streams.ts";
import { columnOf, type RecommenderFlags, refuseRatingsFlags } from "../options/recommender-options.ts";
import { counted } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";
import { type RatingsFile, ratingTimes, readRatingsFile, unusableUsers } from "./read-ratings.ts";
import { holdsRatings, readTrainingData, sizesOf } from "./read-training-data.ts";

/** The rows to train on, with the names of their features and items, and how they were made. */
export interface TrainingSource {
  /** The training rows. */
  readonly data: LabeledRows;
  /** The rows of the users held out for testing; undefined if there are none. */
  readonly test?: UserRows;
  /** The names of features and items, if known. */
  readonly vocabulary: Vocabulary | undefined;
  /** The record of how ratings were converted to rows; undefined for multi-label data. */
  readonly ratings?: RatingsRecord;
}

export interface TrainingSourceFlags extends RecommenderFlags {
  readonly seed: number;
  readonly cache: boolean;
}

/**
 * Reads the training data of a command: multi-label data, or ratings, which it converts to rows. `resumed` is the
 * record of the training run to resume; its options replace the flags.
 */
export async function readTrainingSource(
  path: string,
  session: Session,
  flags: TrainingSourceFlags,
  command: Command,
  resumed?: RatingsRecord,
): Promise<TrainingSource> {
  if (!(await holdsRatings(path, flags))) {
    refuseRatingsFlags(path, command);
    const data = await readTrainingData(path, session, flags);
    session.note(sizesOf(path, data));
    if (path === "-") return { data, vocabulary: undefined };
    const { readVocabulary } = await import("@tierwise/data");
    const { groups, ...vocabulary } = (await readVocabulary(path, { onWarning: session.note })) ?? {};
    return { data: { ...data, ...(groups && { groups: Int32Array.from(groups) }) }, vocabulary };
  }
  const options = resumed ?? { ...flags, time: flags.time === undefined ? undefined : columnOf(flags.time) };
  const { hide, rowsPerUser, testUsers, seed, time } = options;
  const column = time === undefined ? {} : { time };
  const reading = { minRatings: 2, ...flags };
  const file = await readRatingsFile(path, reading, resumed);
  session.note(file.words);
  const times = await ratingTimes(file, file.ratings, time, reading);
  const rows = await divideRatings(file, { hide, rowsPerUser, testUsers, seed, ...times });
  const { describeUsers } = await import("@tierwise/data");
  const { train, test, vocabulary } = rows;
  const trained = new Set(train.userNames).size;
  session.note(
    `Each row hides ${Math.round(100 * hide)} % of a user's ratings: ${counted(train.numRows, "row")} of ${counted(trained, "user")} to train on; ` +
      `${counted(test.numRows, "user")} kept for testing${unusableUsers(file.ratings.users.length - trained - test.numRows)}`,
  );
  return {
    data: train,
    ...(test.numRows === 0 ? {} : { test }),
    vocabulary,
    ratings: {
      ...file.liking,
      ...{ hide, rowsPerUser, testUsers, seed },
      ...column,
      users: describeUsers(train.userNames),
      reading: withoutSamples(file.ratings.reading),
    },
  };
}

/** Returns how the file was interpreted, without the sample rows. */
function withoutSamples({ samples: _, ...reading }: Reading): Readonly<Record<string, unknown>> {
  return reading;
}

/** Converts ratings to rows for training and testing. Throws if there are no rows to train on. */
export async function divideRatings(
  { path, ratings, liking }: RatingsFile,
  options: Omit<RecommenderOptions, "better" | "liked">,
): Promise<RecommenderRows> {
  const { recommenderRows } = await import("@tierwise/data");
  const rows = recommenderRows(ratings, { ...options, ...liking });
  if (rows.train.numRows > 0) return rows;
  const bound = liking.better === "lower" ? "at most" : "at least";
  throw new Error(
    `${shownPath(path)}: no user has a hidden rating of ${bound} ${liking.liked}; see --liked, --hide and --test-users`,
  );
}
