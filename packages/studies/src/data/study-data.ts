import { splitRows } from "@tierwise/data";
import { readXmlDataset, select, type XmlDataset } from "@tierwise/datasets-xml";
import { readXmlFolder } from "./xml-folder.ts";

/** Multi-label data for training and testing. */
export interface StudyData {
  /** The training rows. */
  readonly train: XmlDataset;
  /** The test rows. */
  readonly test: XmlDataset;
  /** Rows for choosing the learning rate and the epoch. Default: a share of the training rows. */
  readonly validation?: XmlDataset;
}

/**
 * The source of the data, as JSON.
 *
 * - `folder`: a folder of the extreme classification repository with its official split, see {@link readXmlFolder}.
 * - `train` with `test`: two files.
 * - `train` with `testShare` and `seed`: one file; this share of its rows is held out for testing.
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
      /** The share of rows to hold out for testing. */
      readonly testShare: number;
      /** The seed that selects these rows. */
      readonly seed: number;
      /** A file of validation rows. */
      readonly validation?: string;
    };

/** Reads the data of a source. */
export async function readStudyData(source: DataSource): Promise<StudyData> {
  if ("folder" in source) return readXmlFolder(source.folder);
  const all = await readXmlDataset(source.train);
  const chosen = source.validation === undefined ? {} : { validation: await readXmlDataset(source.validation) };
  if ("test" in source) {
    const test = source.test === source.train ? all : await readXmlDataset(source.test);
    return { train: all, test, ...chosen };
  }
  const { rest, held } = holdOut(all, { share: source.testShare, seed: source.seed });
  return { train: rest, test: held, ...chosen };
}

/** A data set split into two parts. */
export interface HeldOutRows {
  /** The remaining rows. */
  readonly rest: XmlDataset;
  /** The held-out rows. */
  readonly held: XmlDataset;
}

/**
 * Holds out rows of a data set, drawn without replacement.
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
