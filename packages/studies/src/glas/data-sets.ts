import { type GenerateXmlOptions, generateXmlDataset, type XmlDataset, xmlPresets } from "@tierwise/datasets-xml";
import { type DataReference, loadData } from "../data/data-reference.ts";
import { holdOut, type StudyData } from "../data/study-data.ts";

/** The source of the rows of a dataset: options for generating them, or a reference to a real dataset. */
export interface GlasSource {
  /** Options of `generateXmlDataset`, except the seed. */
  readonly generate?: GenerateXmlOptions;
  /** The number of validation rows, and also of test rows, in a generated dataset. Default: 2000. */
  readonly freshRows?: number;
  /** A real dataset with its own split. */
  readonly reference?: DataReference;
  /** The share of a real dataset's training rows used for validation. These rows are the same for every seed. Default: 0.1. */
  readonly validation?: number;
}

/** A dataset of the study, with validation rows for choosing the epoch and λ. */
type GlasData = Required<Omit<StudyData, "featureItems">>;

const freshRows = 2000;
const validationShare = 0.1;
/** The seed that selects validation rows from a real dataset. */
const validationSeed = 1;

/** The generated datasets: smaller versions of presets, with few rows so that most labels are rare. */
export const generatedGlasSets: Readonly<Record<string, GlasSource>> = {
  "eurlex-4k, smaller": {
    generate: { preset: "eurlex-4k", labels: 2000, features: 2500, featuresPerRow: 59, rows: 4000 },
    freshRows,
  },
  "wiki10-31k, smaller": {
    generate: { preset: "wiki10-31k", labels: 4000, features: 12_500, featuresPerRow: 84, rows: 3000 },
    freshRows,
  },
};

/** The names of the datasets, each with its maximum number of epochs. */
export const glasDataSets: Readonly<Record<string, { readonly epochs: number }>> = {
  "Delicious-1K": { epochs: 10 },
  "eurlex-4k, smaller": { epochs: 6 },
  "wiki10-31k, smaller": { epochs: 6 },
};

/** The names of the datasets of the GLaS study: Delicious-1K, then the generated datasets. */
export const glasDataNames: readonly string[] = Object.keys(glasDataSets);

/**
 * The sources of datasets of the GLaS study, by name.
 *
 * @param names - Some of {@link glasDataNames}.
 * @param readReference - Reads a dataset that is not generated; called only for names in `names`.
 *
 * @example
 * ```ts
 * import { glasSources } from "@tierwise/studies";
 *
 * const data = await glasSources(["eurlex-4k, smaller"], () => Promise.reject(new Error("no real data here")));
 * console.log(data["eurlex-4k, smaller"].generate?.labels); // 2000
 * ```
 */
export async function glasSources(
  names: readonly string[],
  readReference: (name: string) => Promise<DataReference>,
): Promise<Readonly<Record<string, GlasSource>>> {
  const sources: Record<string, GlasSource> = {};
  for (const name of names) {
    if (!Object.hasOwn(glasDataSets, name)) {
      throw new RangeError(`dataset is ${JSON.stringify(name)}; expected one of ${glasDataNames.join("; ")}`);
    }
    const { [name]: generated } = generatedGlasSets;
    sources[name] = generated ?? { reference: await readReference(name), validation: validationShare };
  }
  return sources;
}

/** The settings that determine the rows of a source, including those of the preset but not the seed. Files are identified by content. */
export function sourceIdentity({ generate, reference, ...source }: GlasSource): object {
  if (generate !== undefined) {
    const preset = generate.preset === undefined ? {} : xmlPresets[generate.preset];
    return { freshRows, ...source, generate: { ...preset, ...generate } };
  }
  return { validation: validationShare, validationSeed, ...source, data: reference?.fingerprint };
}

/** The data of the last cell, cached because the next cell usually needs the same data. */
let last: { readonly key: string; readonly data: GlasData } | undefined;

/** The rows of a source; generated rows depend on the seed. */
export async function glasData(source: GlasSource, seed: number): Promise<GlasData> {
  const key = JSON.stringify([source, source.generate === undefined ? 0 : seed]);
  if (last?.key === key) return last.data;
  last = undefined;
  const data = source.generate === undefined ? await realParts(source) : generatedParts(source.generate, source, seed);
  last = { key, data };
  return data;
}

/** The dataset's own split, with validation rows drawn from its training rows. This split is the same for every seed. */
async function realParts({ reference, validation = validationShare }: GlasSource): Promise<GlasData> {
  if (reference === undefined)
    throw new TypeError("generate and reference are both missing from the source; expected one of them");
  const { train: known, test } = await loadData(reference);
  const { rest, held } = holdOut(known, { share: validation, seed: validationSeed });
  return { train: rest, validation: held, test };
}

function generatedParts(
  options: GenerateXmlOptions,
  { freshRows: count = freshRows }: GlasSource,
  seed: number,
): GlasData {
  const { rows = 0 } = options;
  const fresh = (firstRow: number): XmlDataset => generateXmlDataset({ ...options, rows: count, firstRow, seed });
  return { train: generateXmlDataset({ ...options, seed }), validation: fresh(rows), test: fresh(rows + count) };
}
