import { count, readingLine } from "@tierwise/cli/ranking";
import { DatasetError, describeUsers, readRatingsBlob, recommenderRows, usualLiking } from "@tierwise/data/parse";
import { labelCounts, parseXmlStream } from "@tierwise/datasets-xml/parse";
import type { createRanker, TrainingRecord } from "@tierwise/ranker";
import { parquetOptions, startOf, textChunks } from "../../files/file-start.ts";
import { mostMemory, type OpenedFile } from "../../files/opened-file.ts";

type Vocabulary = Pick<Parameters<typeof createRanker>[0], "featureItems" | "featureNames" | "itemNames">;

/** Rows to train on, as `tierwise train` reads them. */
export interface Rows {
  readonly data: Awaited<ReturnType<typeof parseXmlStream>>;
  readonly kind: "multi-label" | "ratings";
  readonly vocabulary: Vocabulary;
  readonly record: TrainingRecord;
  /** A description of the file. */
  readonly words: string;
}

/** How ratings are converted to rows, as in the command. */
const division = { hide: 0.3, rowsPerUser: 4, testUsers: 0.1, seed: 0 };

/** Reads multi-label data, which is recognized by the three numbers in its header, or ratings. */
export async function readRows(file: OpenedFile): Promise<Rows> {
  // For damaged gzip data, the reader of ratings reports the error.
  const start = await startOf(file.content).catch(() => "");
  return /^\d+ \d+ \d+\s*?\n/.test(start) ? multiLabelRows(file) : ratedRows(file);
}

async function multiLabelRows({ name, content }: OpenedFile): Promise<Rows> {
  const data = await parseXmlStream(textChunks(content), { file: name, maxBytes: mostMemory });
  const sizes = `${count(data.numRows)} rows, ${count(data.numFeatures)} features, ${count(data.numLabels)} labels`;
  return { data, kind: "multi-label", vocabulary: {}, record: recordOf(name, data), words: `${name}: ${sizes}` };
}

async function ratedRows({ name, content }: OpenedFile): Promise<Rows> {
  const reading = { file: name, maxBytes: mostMemory, minRatings: 2 };
  const ratings = await readRatingsBlob(content, { ...reading, ...(await parquetOptions(content)) });
  const better = ratings.reading.best ?? "higher";
  const liked = better === "higher" ? usualLiking(ratings) : undefined;
  if (liked === undefined) {
    throw new DatasetError(
      "has a rating scale without a known threshold for liked items; use the `tierwise` command with --liked",
      {
        file: name,
      },
    );
  }
  const { train, vocabulary } = recommenderRows(ratings, { ...division, liked, better });
  if (train.numRows === 0)
    throw new DatasetError(`has no user with a hidden rating of at least ${liked}`, { file: name });
  const { samples: _, ...read } = ratings.reading;
  const users = describeUsers(train.userNames);
  return {
    data: train,
    kind: "ratings",
    vocabulary,
    record: { ...recordOf(name, train), ratings: { liked, better, ...division, users, reading: { ...read } } },
    words: `${readingLine(name, ratings.reading)}; ${count(ratings.users.length)} users; liked means ${liked} or more; ${count(train.numRows)} rows, each with 30 % of a user's ratings hidden`,
  };
}

function recordOf(name: string, data: Rows["data"]): TrainingRecord {
  return { preset: "default", data: name, rows: data.numRows, labelCounts: Array.from(labelCounts(data)) };
}
