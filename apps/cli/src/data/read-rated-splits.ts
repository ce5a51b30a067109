import type { DataReference, RatingsSource, StudyData } from "@tierwise/studies";
import type { Command } from "commander";
import { UsageError } from "../errors/usage-error.ts";
import { columnOf, type RecommenderFlags } from "../options/recommender-options.ts";
import { readingOptions } from "../options/source-options.ts";
import type { StudyFlags } from "../options/study-options.ts";
import { count } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";
import { readRatingsFile } from "./read-ratings.ts";

/** Ratings with one train-test split per seed. */
export interface RatedSplits {
  /** The training and test rows of the first seed. */
  readonly first: StudyData;
  /** Returns a reference to the rows for the given seed. */
  readonly reference: (seed: number) => DataReference;
  /** A sentence that describes the split. */
  readonly protocol: string;
}

/** Reads ratings and splits their users into training and test users, once per seed. */
export async function readRatedSplits(
  path: string,
  seeds: readonly number[],
  flags: RecommenderFlags & StudyFlags,
  session: Session,
  command: Command,
): Promise<RatedSplits> {
  if (command.getOptionValueSource("test") === "cli") {
    throw new UsageError("--test does not apply to ratings, which are split by user; use --test-users");
  }
  const { createDataReference, readStudyData } = await import("@tierwise/studies");
  const { hide, rowsPerUser, testUsers, time } = flags;
  const given = { minRatings: 2, ...flags };
  const file = await readRatingsFile(path, given);
  session.note(file.words);
  const { format: _, ...reading } = readingOptions(given);
  const column = time === undefined ? {} : { time: columnOf(time) };
  const source = (seed: number): RatingsSource => ({
    ratings: path,
    reading,
    rows: { ...file.liking, hide, rowsPerUser, testUsers, seed },
    ...column,
  });
  const references = new Map<number, DataReference>();
  const splits: StudyData[] = [];
  for (const seed of seeds) {
    const data = await readStudyData(source(seed));
    splits.push(data);
    references.set(seed, createDataReference(path, source(seed), data));
  }
  const tested = splits.map(({ test }) => test.numRows);
  const range = [...new Set([Math.min(...tested), Math.max(...tested)])].map(count).join(" to ");
  const protocol =
    `${seeds.length === 1 ? "" : "For each seed, "}${Math.round(100 * testUsers)} % of the users are held out for testing (${range} of them with a hidden liked rating); ` +
    `${time === undefined ? "a random" : "the latest"} ${Math.round(100 * hide)} % of each user's ratings are hidden, and the liked ones among them count as relevant`;
  const reference = (seed: number): DataReference => {
    const found = references.get(seed);
    if (found === undefined) throw new RangeError(`seed is ${seed}; expected one of ${seeds.join(", ")}`);
    return found;
  };
  return { first: splits[0], reference, protocol };
}
