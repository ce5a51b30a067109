import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomic } from "@tierwise/data/files";
import { UsageError } from "../errors/usage-error.ts";
import { readingOptions, type SourceFlags } from "../options/source-options.ts";
import { count } from "../terminal/numbers.ts";

/** The flags that turn ratings into training data for a recommender. */
export interface RecommenderFlags extends SourceFlags {
  readonly liked: number;
  readonly hide: number;
  readonly rowsPerUser: number;
  readonly testUsers: number;
  readonly time?: string;
  readonly seed: number;
}

/** A file that was written, with a description of its contents. */
export interface WrittenFile {
  readonly path: string;
  readonly words: string;
}

/** Reads ratings and writes a directory with training rows, test rows, all users, and the names of items and users. */
export async function writeRecommender(
  from: string,
  directory: string,
  flags: RecommenderFlags,
): Promise<Record<string, WrittenFile>> {
  if (flags.format !== undefined && flags.format !== "ratings") {
    throw new UsageError(`--to recommender expects ratings, not ${flags.format}`);
  }
  const { readRatings, readRatingTimes, recommenderRows, vocabularyFileName, writeVocabulary } = await import(
    "@tierwise/data"
  );
  const { writeXmlDataset } = await import("@tierwise/datasets-xml");
  const reading = readingOptions(flags);
  const ratings = await readRatings(from, { minRatings: 2, ...reading });
  const { liked, hide, rowsPerUser, testUsers, seed, time, best = "higher" } = flags;
  const column = time !== undefined && /^\d+$/.test(time) ? Number(time) : time;
  const times = column === undefined ? {} : { times: await readRatingTimes(from, ratings, column, reading) };
  const options = { liked, better: best, hide, rowsPerUser, testUsers, seed, ...times };
  const { vocabulary, ...rows } = recommenderRows(ratings, options);
  if (rows.train.numRows === 0) {
    throw new Error(
      `${from}: no user has a hidden rating of ${best === "lower" ? "at most" : "at least"} ${liked}; see --liked and --hide`,
    );
  }
  await mkdir(directory, { recursive: true });
  const files: Record<string, WrittenFile> = {};
  for (const [name, data] of Object.entries(rows)) {
    const path = join(directory, `${name}.txt`);
    await writeXmlDataset(path, data);
    files[name] = { path, words: `${count(data.numRows)} rows, ${count(data.numLabels)} items` };
  }
  for (const [name, names] of [
    ["items.names", ratings.itemNames],
    ["users.names", ratings.users],
  ] as const) {
    const path = join(directory, name);
    const broken = names.find((one) => /[\r\n]/.test(one));
    if (broken !== undefined)
      throw new Error(`${from}: the name ${JSON.stringify(broken)} contains a line break; expected none`);
    await writeFileAtomic(path, `${names.join("\n")}\n`);
    files[name] = { path, words: `${count(names.length)} names` };
  }
  const names = Object.keys(rows).map((name) => `${name}.txt`);
  const path = await writeVocabulary(directory, names, vocabulary);
  files[vocabularyFileName] = { path, words: `names and items of ${count(vocabulary.featureNames.length)} features` };
  return files;
}
