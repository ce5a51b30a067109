import {
  matchRows,
  type RatingsOptions,
  type RecommenderOptions,
  readRatings,
  readRatingTimes,
  readVocabulary,
  recommenderRows,
  splitRows,
  type Vocabulary,
} from "@tierwise/data";
import { readXmlDataset, select, type XmlDataset } from "@tierwise/datasets-xml";
import { randomPermutation, randomStream } from "@tierwise/random";
import { readXmlFolder } from "./xml-folder.ts";

/** Multi-label data for training and testing. */
export interface StudyData {
  /** The training rows. */
  readonly train: XmlDataset;
  /** The test rows. */
  readonly test: XmlDataset;
  /** Rows for choosing the learning rate and the epoch. Default: a share of the training rows. */
  readonly validation?: XmlDataset;
  /** The item that each feature refers to, or −1 if it refers to none. These items count as already seen. Undefined if unknown. */
  readonly featureItems?: readonly number[];
}

/**
 * The source of the data, as JSON.
 *
 * - `folder`: a folder of the extreme classification repository with its official split, see {@link readXmlFolder}.
 * - `train` with `test`: two files.
 * - `train` with `testShare` and `seed`: one file; the share `testShare` of its rows is held out for testing.
 * - `train` with `folds`, `fold` and `seed`: one file, divided into `folds` equal parts; part `fold` is held out for testing.
 * - `ratings`: a file of ratings, from which some users are held out for testing, see `recommenderRows` in `@tierwise/data`.
 */
export type DataSource =
  | {
      /** The folder. */
      readonly folder: string;
    }
  | {
      /** A file of training rows. */
      readonly train: string;
      /** A file of test rows. */
      readonly test: string;
      /** A file of validation rows. */
      readonly validation?: string;
    }
  | {
      /** A file of all rows. */
      readonly train: string;
      /** The number of parts for cross-validation. */
      readonly folds: number;
      /** The 0-based part that is held out for testing. */
      readonly fold: number;
      /** The seed that divides the rows. */
      readonly seed: number;
      /** A file of validation rows. */
      readonly validation?: string;
    }
  | {
      /** A file of all rows. */
      readonly train: string;
      /** The share of rows to hold out for testing. */
      readonly testShare: number;
      /** The seed that selects these rows. */
      readonly seed: number;
      /** A file of validation rows. */
      readonly validation?: string;
    }
  | RatingsSource;

/** A file of ratings, and how to make rows from it. */
export interface RatingsSource {
  /** The file. */
  readonly ratings: string;
  /** How to read the file. */
  readonly reading: Omit<RatingsOptions, "itemNames">;
  /** How to make rows from ratings: which ratings count as liked, how many are hidden, and how many users are held out for testing. */
  readonly rows: Omit<RecommenderOptions, "times">;
  /** The column with the times of ratings, if the latest ratings are to be hidden. Default: random ratings are hidden. */
  readonly time?: number | string;
}

/** Reads the data of a source. */
export async function readStudyData(source: DataSource): Promise<StudyData> {
  if ("folder" in source) return readXmlFolder(source.folder);
  if ("ratings" in source) return readRatedRows(source);
  const { rows: all, vocabulary } = await readNamedRows(source.train);
  const match = async (path: string): Promise<XmlDataset> => {
    const file = await readNamedRows(path);
    const sizes = { featureCount: all.numFeatures, itemCount: all.numLabels };
    return matchRows({ path, ...file }, { title: source.train, ...sizes, ...vocabulary }).rows;
  };
  const known = {
    ...(source.validation === undefined ? {} : { validation: await match(source.validation) }),
    ...(vocabulary?.featureItems && { featureItems: vocabulary.featureItems }),
  };
  if ("test" in source) {
    const test = source.test === source.train ? all : await match(source.test);
    return { train: all, test, ...known };
  }
  const { rest, held } =
    "folds" in source ? holdOutFold(all, source) : holdOut(all, { share: source.testShare, seed: source.seed });
  return { train: rest, test: held, ...known };
}

async function readNamedRows(path: string): Promise<{ rows: XmlDataset; vocabulary: Vocabulary | undefined }> {
  const rows = await readXmlDataset(path);
  const { groups, ...vocabulary } = (await readVocabulary(path)) ?? {};
  return { rows: { ...rows, ...(groups && { groups: Int32Array.from(groups) }) }, vocabulary };
}

/** Reads ratings and splits their users. The result does not depend on the order of the lines. */
async function readRatedRows({ ratings: path, reading, rows, time }: RatingsSource): Promise<StudyData> {
  const ratings = await readRatings(path, reading);
  const times = time === undefined ? {} : { times: await readRatingTimes(path, ratings, time, reading) };
  const { train, test, vocabulary } = recommenderRows(ratings, { ...rows, ...times });
  return { train, test, featureItems: vocabulary.featureItems };
}

/** A dataset split into two parts. */
export interface HeldOutRows {
  /** The remaining rows. */
  readonly rest: XmlDataset;
  /** The held-out rows. */
  readonly held: XmlDataset;
}

/**
 * Holds out rows of a dataset, drawn without replacement.
 *
 * @param data - All rows.
 * @param how - The share of rows to hold out, and the seed that selects them.
 */
export function holdOut(
  data: XmlDataset,
  { share, seed }: { readonly share: number; readonly seed: number },
): HeldOutRows {
  const { train, validation } = splitRows(data.numRows, { validation: share, seed });
  return { rest: select(data, train), held: select(data, validation) };
}

/**
 * Holds out one part of a dataset for cross-validation. The parts are disjoint, differ in size by at most one row, and together contain all
 * rows.
 *
 * @param data - All rows.
 * @param how - The number of parts, the 0-based part to hold out, and the seed that divides the rows.
 */
export function holdOutFold(
  data: XmlDataset,
  { folds, fold, seed }: { readonly folds: number; readonly fold: number; readonly seed: number },
): HeldOutRows {
  if (!(Number.isInteger(folds) && folds >= 2 && folds <= data.numRows)) {
    throw new RangeError(`folds is ${folds}; expected an integer from 2 to ${data.numRows}, the number of rows`);
  }
  const order = randomPermutation(data.numRows, randomStream(seed, foldStream));
  const part = (place: number): boolean => place % folds === fold;
  const [held, rest] = [order.filter((_, place) => part(place)), order.filter((_, place) => !part(place))];
  return { rest: select(data, rest.sort()), held: select(data, held.sort()) };
}

/** The random stream that divides rows into folds. */
const foldStream = 5;
