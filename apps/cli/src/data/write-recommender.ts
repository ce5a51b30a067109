import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { RatingsDataset } from "@tierwise/data";
import type { XmlDataset } from "@tierwise/datasets-xml";
import type { Vocabulary } from "@tierwise/ranker";
import { UsageError } from "../errors/usage-error.ts";
import { writeText } from "../files/write-text.ts";
import type { SourceFlags } from "../options/source-options.ts";
import { count } from "../terminal/numbers.ts";
import { ratingsOptions } from "./read-preferences.ts";
import { vocabularyFile, writeVocabulary } from "./vocabulary.ts";

/** How ratings become a recommender's data, on the command line. */
export interface RecommenderFlags extends SourceFlags {
  readonly liked: number;
  readonly hide: number;
  readonly rowsPerUser: number;
  readonly testUsers: number;
  readonly time?: string;
  readonly seed: number;
}

/** A file that was written, and what is in it. */
export interface WrittenFile {
  readonly path: string;
  readonly words: string;
}

/** Reads ratings and writes rows to train and test on, all users, and the names of items and users to a directory. */
export async function writeRecommender(
  from: string,
  directory: string,
  flags: RecommenderFlags,
): Promise<Record<string, WrittenFile>> {
  if (flags.format !== undefined && flags.format !== "ratings") {
    throw new UsageError(`--to recommender takes ratings, not ${flags.format}`);
  }
  const { readRatings } = await import("@tierwise/data");
  const { writeXmlDataset } = await import("@tierwise/datasets-xml");
  const { recommenderRows } = await import("./recommender-rows.ts");
  const reading = { minRatings: 2, ...ratingsOptions(flags) };
  const ratings = await readRatings(from, reading);
  const { liked, hide, rowsPerUser, testUsers, seed, time } = flags;
  const times = time === undefined ? {} : { times: await readTimes(from, ratings, time, flags) };
  const lowerIsBetter = flags.best === "lower";
  const rows = recommenderRows(ratings, { liked, lowerIsBetter, hide, rowsPerUser, testUsers, seed, ...times });
  if (rows.train.numRows === 0) {
    throw new Error(
      `${from}: no user has a hidden rating of ${lowerIsBetter ? "at most" : "at least"} ${liked}; see --liked and --hide`,
    );
  }
  await mkdir(directory, { recursive: true });
  const files: Record<string, WrittenFile> = {};
  for (const [name, data] of Object.entries({ ...rows }) as [keyof typeof rows, XmlDataset][]) {
    const path = join(directory, `${name}.txt`);
    await writeXmlDataset(path, data);
    files[name] = { path, words: `${count(data.numRows)} rows, ${count(data.numLabels)} items` };
  }
  for (const [name, names] of [
    ["items.names", ratings.items],
    ["users.names", ratings.users],
  ] as const) {
    const path = join(directory, name);
    const broken = names.find((one) => /[\r\n]/.test(one));
    if (broken !== undefined)
      throw new Error(`${from}: the name ${JSON.stringify(broken)} has a line break; expected none`);
    await writeText(path, `${names.join("\n")}\n`);
    files[name] = { path, words: `${count(names.length)} names` };
  }
  const path = await writeVocabulary(
    directory,
    Object.keys(rows).map((name) => `${name}.txt`),
    ratingsVocabulary(ratings.items),
  );
  files[vocabularyFile] = { path, words: `what ${count(2 * ratings.items.length)} features are about` };
  return files;
}

/** What the features of {@link recommenderRows} are about: feature i and feature N + i are about item i. */
function ratingsVocabulary(itemNames: readonly string[]): Vocabulary {
  const items = itemNames.map((_, item) => item);
  const featureNames = ["liked", "not liked"].flatMap((what) => itemNames.map((name) => `${what}: ${name}`));
  return { itemNames, featureNames, featureItems: [...items, ...items] };
}

/** When each user rated each item: the file read once more, with the times in place of the ratings. */
async function readTimes(
  from: string,
  { items, users }: RatingsDataset,
  time: string,
  flags: RecommenderFlags,
): Promise<Map<number, number>[]> {
  const { readRatings } = await import("@tierwise/data");
  const column = /^\d+$/.test(time) ? Number(time) : time;
  const reading = ratingsOptions(flags);
  const timed = await readRatings(from, {
    ...reading,
    items,
    better: "higher",
    columns: { ...reading.columns, rating: column },
  });
  const rowOf = new Map(timed.users.map((user, row) => [user, row]));
  return users.map((user) => {
    const row = rowOf.get(user) ?? -1;
    const times = new Map<number, number>();
    for (const [m, tier] of (timed.preferences[row]?.tiers ?? []).entries()) {
      for (let i = 0; i < tier.length; i++) times.set(tier[i], timed.ratings[row][m]);
    }
    return times;
  });
}
