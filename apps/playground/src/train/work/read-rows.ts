import { count, readingLine } from "@tierwise/cli/ranking";
import { DatasetError, describeUsers, parseRatings, recommenderRows, usualLiking } from "@tierwise/data/parse";
import { labelCounts, parseXmlDataset } from "@tierwise/datasets-xml/parse";
import type { createRanker, TrainingRecord } from "@tierwise/ranker";
import type { OpenedFile } from "../../files/opened-file.ts";
import { unpackedBytes } from "../../files/unpacked-bytes.ts";

type Vocabulary = Pick<Parameters<typeof createRanker>[0], "featureItems" | "featureNames" | "itemNames">;

/** Rows to train on, as `tierwise train` reads them. */
export interface Rows {
  readonly data: ReturnType<typeof parseXmlDataset>;
  readonly kind: "multi-label" | "ratings";
  readonly vocabulary: Vocabulary;
  readonly record: TrainingRecord;
  /** What was read, in words. */
  readonly words: string;
}

/** The memory that the rows of a file may take, in bytes. */
const maxBytes = 1_000_000_000;
/** How ratings become rows, as in the command. */
const division = { hide: 0.3, rowsPerUser: 4, testUsers: 0.1, seed: 0 };

/** Reads multi-label data, which starts with the three numbers of its header, or ratings. */
export async function readRows(file: OpenedFile): Promise<Rows> {
  const { text } = await unpackedBytes(file);
  const start = new TextDecoder().decode(text.subarray(0, 100));
  return /^\d+ \d+ \d+\s*?\n/.test(start) ? multiLabelRows(file.name, text) : ratedRows(file.name, text);
}

function multiLabelRows(name: string, text: Uint8Array): Rows {
  const data = parseXmlDataset(text, { file: name, maxBytes });
  const sizes = `${count(data.numRows)} rows, ${count(data.numFeatures)} features, ${count(data.numLabels)} labels`;
  return { data, kind: "multi-label", vocabulary: {}, record: recordOf(name, data), words: `${name}: ${sizes}` };
}

function ratedRows(name: string, text: Uint8Array): Rows {
  const ratings = parseRatings(new TextDecoder().decode(text), { file: name, maxBytes, minRatings: 2 });
  const better = ratings.reading.best ?? "higher";
  const liked = better === "higher" ? usualLiking(ratings) : undefined;
  if (liked === undefined) {
    throw new DatasetError("has a scale without a usual meaning of liked; the command takes it from --liked", {
      file: name,
    });
  }
  const { train, vocabulary } = recommenderRows(ratings, { ...division, liked, better });
  if (train.numRows === 0)
    throw new DatasetError(`has no user with a hidden rating of at least ${liked}`, { file: name });
  const { samples: _, ...reading } = ratings.reading;
  const users = describeUsers(train.userNames);
  return {
    data: train,
    kind: "ratings",
    vocabulary,
    record: { ...recordOf(name, train), ratings: { liked, better, ...division, users, reading: { ...reading } } },
    words: `${readingLine(name, ratings.reading)}; ${count(ratings.users.length)} users; liked means ${liked} or more; ${count(train.numRows)} rows, each of which hides 30 % of a user's ratings`,
  };
}

function recordOf(name: string, data: Rows["data"]): TrainingRecord {
  return { preset: "default", data: name, rows: data.numRows, labelCounts: Array.from(labelCounts(data)) };
}
