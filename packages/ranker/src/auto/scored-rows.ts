import { topK } from "@tierwise/metrics";
import { relevantItems } from "../data/training-data.ts";
import { allocateRowValues, depthOf, type RowValues, rateRow } from "./row-values.ts";
import type { TrialSetting } from "./trial.ts";

/** The scores of validation rows, and the metrics of each row. */
export interface ScoredRows {
  readonly scores: Float32Array;
  readonly values: RowValues;
}

/** Computes the metrics of each validation row from its scores, for a search with one fold. */
export function rateScores({ data, folds, options, sizes }: TrialSetting, scores: Float32Array): RowValues {
  const [{ validation }] = folds;
  const { itemCount } = sizes;
  const values = allocateRowValues(validation.length);
  const depth = Math.min(depthOf(options.criterion), itemCount);
  for (const [i, row] of validation.entries()) {
    const top = topK(scores.subarray(i * itemCount, (i + 1) * itemCount), depth);
    rateRow(values, i, top, relevantItems(data, row), options.criterion);
  }
  return values;
}
