import type { XmlDataset } from "../xml-dataset.ts";
import { createRowCollector } from "../xml-format/row-collector.ts";
import { type GenerateXmlOptions, generateSettings } from "./generate-options.ts";
import { generateRows } from "./generate-rows.ts";
import { createModel, type GroundTruth } from "./ground-truth.ts";

/** A generated dataset, and the model from which its labels were drawn. */
export interface GeneratedXmlDataset extends XmlDataset {
  /** The true model. */
  readonly truth: GroundTruth;
}

/**
 * Generates a dataset whose labels are drawn from a known Plackett-Luce model of the features, with long-tailed label
 * popularity: w_l(x) = b_l + ⟨embedding of l, pooled embedding of x⟩ (see {@link GroundTruth}). A row's labels are the top of a ranking
 * drawn from w(x); their number is Poisson distributed.
 *
 * The same options give the same dataset on every run, and row i does not depend on which other rows are generated. To get a
 * test set from the same model, set `firstRow`.
 *
 * @param options - A preset (`delicious-1k`, `eurlex-4k`, `wiki10-31k`, `delicious-200k`), sizes, and a seed.
 *
 * @example
 * ```ts
 * import { describe, generateXmlDataset } from "@tierwise/datasets-xml";
 *
 * const train = generateXmlDataset({ preset: "delicious-1k", seed: 1 });
 * const { features, labels, labelsPerSample } = describe(train);
 * console.log(train.numRows, features, labels, labelsPerSample.toFixed(1)); // 12920 500 983 19.0
 * ```
 *
 * Plackett (1975), The analysis of permutations.
 */
export function generateXmlDataset(options: GenerateXmlOptions): GeneratedXmlDataset {
  const settings = generateSettings(options);
  const model = createModel(settings);
  const rows = createRowCollector();
  for (const { labels, indices, values } of generateRows(settings, model)) rows.add(labels, indices, values);
  const { entries: features, labels } = rows.finish();
  return {
    features,
    labels,
    numRows: settings.rows,
    numFeatures: settings.features,
    numLabels: settings.labels,
    truth: model.truth,
  };
}
