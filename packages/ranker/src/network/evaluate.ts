import { createEvaluator, type EvaluatorOptions, type Metrics, type Model, type RankOptions } from "@tierwise/metrics";
import { prepareData, relevantItems, type TrainingData } from "../data/training-data.ts";

/** Options of {@link evaluate}: those of an evaluator of `@tierwise/metrics`, and those of `Model.rank`. */
export interface EvaluateOptions extends Omit<EvaluatorOptions, "ks">, Omit<RankOptions, "k"> {
  /** The cut-offs k. Default: 1, 3 and 5. */
  readonly ks?: readonly number[];
}

/**
 * Ranks every row of a data set and compares with what is relevant there: its labels, or the first tier of its preference.
 *
 * @param model - Any model: a ranker, what {@link loadModel} returns, a baseline.
 * @param rows - The rows: a data set, or rows with preferences.
 * @param options - What to compute; inverse propensities come from the training data.
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
  const { ks = [1, 3, 5], inversePropensity, psndcg, groups, ...run } = options;
  const evaluator = createEvaluator({
    ks,
    ...(inversePropensity && { inversePropensity }),
    ...(psndcg && { psndcg }),
    ...(groups && { groups }),
  });
  const prepared = prepareData(rows, { features: model.featureCount, items: model.itemCount }, false);
  const { k, items } = await model.rank(prepared.features, { ...run, k: Math.max(...ks) });
  for (let row = 0; row < prepared.rowCount; row++) {
    const ranking = items.subarray(row * k, (row + 1) * k);
    const end = ranking.indexOf(-1);
    evaluator.add(end < 0 ? ranking : ranking.subarray(0, end), relevantItems(prepared, row));
  }
  return evaluator.result();
}
