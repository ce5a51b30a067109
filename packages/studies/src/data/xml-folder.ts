import { readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { labelCounts, readSplit, readXmlDataset, select, type XmlDataset } from "@tierwise/datasets-xml";
import { inversePropensity } from "@tierwise/metrics";

/** A dataset from the extreme classification repository with its official split. */
export interface XmlFolder {
  /** The name of the folder. */
  readonly name: string;
  /** The official training rows. */
  readonly train: XmlDataset;
  /** The official test rows. */
  readonly test: XmlDataset;
  /** The inverse propensity of each label, estimated from the training rows. */
  readonly propensity: Float64Array;
}

/**
 * Reads a dataset from a folder in any format that the repository has published:
 *
 * - `…train.txt` and `…test.txt`;
 * - `trn_X_Xf.txt` with `trn_X_Y.txt`, and `tst_X_Xf.txt` with `tst_X_Y.txt`;
 * - `…data.txt` with `…trSplit.txt` and `…tstSplit.txt`, whose first column is the split.
 *
 * If a folder has several formats, the first format in this list is read; the order of the rows may differ, but training does not depend on it.
 *
 * @param folder - The path of the folder.
 */
export async function readXmlFolder(folder: string): Promise<XmlFolder> {
  const { train, test } = await trainAndTest(folder);
  const propensity = inversePropensity(labelCounts(train), train.numRows);
  return { name: basename(resolve(folder)), train, test, propensity };
}

async function trainAndTest(folder: string): Promise<Pick<XmlFolder, "test" | "train">> {
  const files = readdirSync(folder);
  const find = (pattern: RegExp): string | undefined => {
    const name = files.find((file) => pattern.test(file));
    return name && join(folder, name);
  };
  const train = find(/train\.txt(\.gz)?$/i) ?? find(/^trn_X_Xf\.txt(\.gz)?$/);
  const test = find(/test\.txt(\.gz)?$/i) ?? find(/^tst_X_Xf\.txt(\.gz)?$/);
  if (train !== undefined && test !== undefined) {
    return { train: await readXmlDataset(train), test: await readXmlDataset(test) };
  }
  const [all, training, testing] = [find(/data\.txt(\.gz)?$/i), find(/trSplit\.txt$/i), find(/tstSplit\.txt$/i)];
  if (all === undefined || training === undefined || testing === undefined) {
    throw new Error(
      `${folder} has ${files.join(", ") || "no files"}; expected train.txt and test.txt, trn_X_Xf.txt and tst_X_Xf.txt, ` +
        "or data.txt with trSplit.txt and tstSplit.txt",
    );
  }
  const rows = await readXmlDataset(all);
  const part = async (split: string): Promise<XmlDataset> => select(rows, await readSplit(split, 1));
  return { train: await part(training), test: await part(testing) };
}
