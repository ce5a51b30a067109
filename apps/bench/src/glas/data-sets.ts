import {
  type GenerateXmlOptions,
  generateXmlDataset,
  labelCounts,
  select,
  splitRows,
  type XmlDataset,
} from "@tierwise/datasets-xml";
import { frequencyGroups, type ItemGroups, inversePropensity } from "@tierwise/metrics";
import { readDelicious } from "../studies/delicious.ts";

/** A data set of the study. */
export interface GlasData {
  readonly train: XmlDataset;
  /** A tenth of the training rows, held out: they choose the epoch, and λ. */
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

/** What decides a data set, for the settings of a cell. */
export function describeData(name: string): object {
  return { name, ...generated[name], seed: 1 };
}

/** Reads or generates a data set. */
export async function glasData(name: string): Promise<GlasData> {
  const { train: known, test } = generated[name] === undefined ? await readDelicious() : generate(generated[name]);
  const { train: rows, validation } = splitRows(known.numRows, { ratio: 0.1, seed: 1 });
  const train = select(known, rows);
  const counts = labelCounts(train);
  return {
    train,
    validation: select(known, validation),
    test,
    propensity: inversePropensity(counts, train.numRows),
    groups: frequencyGroups(counts),
  };
}

function generate(options: GenerateXmlOptions): { readonly train: XmlDataset; readonly test: XmlDataset } {
  const { rows = 0 } = options;
  return {
    train: generateXmlDataset({ ...options, seed: 1 }),
    test: generateXmlDataset({ ...options, rows: 2000, firstRow: rows, seed: 1 }),
  };
}
