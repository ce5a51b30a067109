import type { LabeledRows } from "@tierwise/data/rows";
import { type EvaluateOptions, evaluate as evaluateRows, type Metrics, type Model } from "@tierwise/metrics";
import { prepareData, type TrainingData } from "../data/training-data.ts";

/**
 * Ranks every row of a dataset and compares the ranking with the relevant items: the labels of the row, or the first tier of its
 * preference. Extends `evaluate` from `@tierwise/metrics` to all data that {@link train} accepts.
 *
 * @param model - Any model: a ranker, the result of {@link loadModel}, or a baseline.
 * @param rows - A multi-label dataset, or rows with preferences.
 * @param options - The metrics to compute; inverse propensities should come from the training data.
 *
 * @example
 * ```ts
 * import { generateXmlDataset } from "@tierwise/datasets-xml";
 * import { createRanker, evaluate } from "@tierwise/ranker";
 *
 * const data = generateXmlDataset({ rows: 40, features: 50, labels: 30, labelsPerRow: 3, seed: 1 });
 * const ranker = createRanker({ features: 50, hidden: 32, items: 30, seed: 1 });
 * const { precision } = await evaluate(ranker, data, { ks: [1, 5], threads: 1 });
 * console.log(precision[5].toFixed(3)); // 0.105
 * ```
 */
export async function evaluate(model: Model, rows: TrainingData, options: EvaluateOptions = {}): Promise<Metrics> {
  return evaluateRows(model, relevantRows(rows, model), options);
}

/** The rows, with the items of their first tiers as labels. */
function relevantRows(rows: TrainingData, model: Model): Pick<LabeledRows, "features" | "labels"> {
  const { features, preferences, rowCount } = prepareData(rows, model);
  if (!("preferences" in rows)) return rows;
  const { items, tierOffsets, preferenceOffsets } = preferences;
  const indptr = new Int32Array(rowCount + 1);
  const first: number[] = [];
  for (let row = 0; row < rowCount; row++) {
    const tier = preferenceOffsets[row];
    if (tier < preferenceOffsets[row + 1]) first.push(...items.subarray(tierOffsets[tier], tierOffsets[tier + 1]));
    indptr[row + 1] = first.length;
  }
  return { features, labels: { indptr, indices: Int32Array.from(first) } };
}
