import { splitRows } from "@tierwise/data";
import {
  type GenerateXmlOptions,
  generateXmlDataset,
  labelCounts,
  select,
  type XmlDataset,
} from "@tierwise/datasets-xml";
import { frequencyGroups, type ItemGroups, inversePropensity } from "@tierwise/metrics";
import { deliciousFolder, readXmlFolder } from "../studies/xml-folder.ts";

/** A data set of the study. */
export interface GlasData {
  readonly train: XmlDataset;
  /** They choose the epoch, and λ. */
  readonly validation: XmlDataset;
  readonly test: XmlDataset;
  readonly propensity: Float64Array;
  readonly groups: ItemGroups;
}

/** The generated sets: presets made smaller, with few rows so that most labels are rare. */
const generated: Readonly<Record<string, GenerateXmlOptions>> = {
  "eurlex-4k, smaller": {
    preset: "eurlex-4k",
    labels: 2000,
    features: 2500,
    featuresPerRow: 59,
    rows: 4000,
  },
  "wiki10-31k, smaller": {
    preset: "wiki10-31k",
    labels: 4000,
    features: 12_500,
    featuresPerRow: 84,
    rows: 3000,
  },
};

/** The names of the data sets, each with the epochs of a training. */
export const glasDataSets: Readonly<Record<string, { readonly epochs: number }>> = {
  "Delicious-1K": { epochs: 10 },
  "eurlex-4k, smaller": { epochs: 6 },
  "wiki10-31k, smaller": { epochs: 6 },
};

/** The rows of a generated set that validate, and as many that test. */
const freshRows = 2000;

/** What decides a data set besides the seed, for the settings of a cell. */
export function describeData(name: string): object {
  return generated[name] === undefined ? { name, seed: 1 } : { name, ...generated[name], freshRows };
}

/** Reads a data set, or generates one from a seed. */
export async function glasData(name: string, seed: number): Promise<GlasData> {
  const parts = generated[name] === undefined ? await realParts() : generatedParts(generated[name], seed);
  const { train } = parts;
  const counts = labelCounts(train);
  return { ...parts, propensity: inversePropensity(counts, train.numRows), groups: frequencyGroups(counts) };
}

type Parts = Pick<GlasData, "test" | "train" | "validation">;

/** The official split of Delicious-1K, a tenth of its training rows held out, the same for every seed. */
async function realParts(): Promise<Parts> {
  const { train: known, test } = await readXmlFolder(deliciousFolder());
  const { train, validation } = splitRows(known.numRows, { validation: 0.1, seed: 1 });
  return { train: select(known, train), validation: select(known, validation), test };
}

function generatedParts(options: GenerateXmlOptions, seed: number): Parts {
  const { rows = 0 } = options;
  const fresh = (firstRow: number): XmlDataset => generateXmlDataset({ ...options, rows: freshRows, firstRow, seed });
  return { train: generateXmlDataset({ ...options, seed }), validation: fresh(rows), test: fresh(rows + freshRows) };
}
