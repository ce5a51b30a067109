import { join } from "node:path";
import { labelCounts, readSplit, readXmlDataset, select, type XmlDataset } from "@tierwise/datasets-xml";
import { inversePropensity } from "@tierwise/metrics";

/** Delicious-1K with its official split. */
export interface Delicious {
  readonly train: XmlDataset;
  readonly test: XmlDataset;
  /** Of the training rows. */
  readonly propensity: Float64Array;
}

/** Reads Delicious-1K from where TIERWISE_DATA says. */
export async function readDelicious(): Promise<Delicious> {
  const root = process.env["TIERWISE_DATA"];
  if (root === undefined) throw new Error("TIERWISE_DATA is not set; expected the folder that holds delicious-1k");
  const folder = join(root, "delicious-1k");
  const all = await readXmlDataset(join(folder, "Delicious_data.txt"));
  const train = select(all, await readSplit(join(folder, "delicious_trSplit.txt"), 1));
  const test = select(all, await readSplit(join(folder, "delicious_tstSplit.txt"), 1));
  return { train, test, propensity: inversePropensity(labelCounts(train), train.numRows) };
}
