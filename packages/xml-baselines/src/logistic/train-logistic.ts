import type { LabeledRows } from "@tierwise/data/rows";
import type { Model } from "@tierwise/metrics";
import { linearModel, linearWeights } from "../prediction/linear-model.ts";
import { checkPositive, checkTrainingSet, reporter, type TrainingOptions } from "../training/training-options.ts";
import { logisticProblem } from "./logistic-problem.ts";
import { minimizeNewton } from "./newton.ts";

/** Options for {@link trainLogistic}. */
export interface LogisticOptions extends TrainingOptions {
  /** C, the weight of the losses relative to the regularizer. Default: 1. */
  readonly cost?: number;
}

/**
 * One-vs-rest logistic regression: for every label an independent linear classifier with an offset,
 *
 *     min over w, b of ½‖w‖² + C·Σ_i log(1 + exp(−y_i·(w·x_i + b))),
 *
 * solved to high accuracy by truncated Newton steps with conjugate gradients (Lin, Weng and Keerthi 2008, Trust region Newton method for
 * logistic regression, JMLR). The score of a label is w·x + b. It runs on the calling thread.
 *
 * @param data - The training set.
 * @param options - C, and training options.
 *
 * @example
 * ```ts
 * import { parseXmlDataset } from "@tierwise/datasets-xml";
 * import { trainLogistic } from "@tierwise/xml-baselines";
 *
 * const text = "4 2 2\n0 0:1\n1 1:1\n0 0:2\n1 1:3\n";
 * const data = parseXmlDataset(new TextEncoder().encode(text));
 * const { items } = await (await trainLogistic(data)).rank(data.features, { k: 1 });
 * console.log(items.join(" ")); // 0 1 0 1
 * ```
 */
export async function trainLogistic(data: LabeledRows, options: LogisticOptions = {}): Promise<Model> {
  const { cost = 1 } = options;
  checkTrainingSet(data);
  checkPositive("cost", cost);
  const report = reporter(options);
  options.signal?.throwIfAborted();
  const { numFeatures, numLabels, labels, numRows } = data;
  const { weights, bias } = linearWeights(numFeatures, numLabels);
  const rowsOf: number[][] = Array.from({ length: numLabels }, () => []);
  for (let row = 0; row < numRows; row++) {
    for (let k = labels.indptr[row]; k < labels.indptr[row + 1]; k++) rowsOf[labels.indices[k]].push(row);
  }
  const problem = logisticProblem(data.features, numFeatures, cost);
  const point = new Float64Array(numFeatures + 1);
  for (let label = 0; label < numLabels; label++) {
    const positives = rowsOf[label];
    point.fill(0);
    point[numFeatures] = Math.log((positives.length + 0.5) / (numRows - positives.length + 0.5));
    if (positives.length > 0 && positives.length < numRows) {
      problem.setPositives(positives);
      // Rare labels are solved as exactly as frequent ones, as in LIBLINEAR.
      const share = Math.min(positives.length, numRows - positives.length) / numRows;
      minimizeNewton(problem, point, { tolerance: 0.01 * Math.max(share, 1e-4), maxSteps: 30 });
    }
    for (let j = 0; j < numFeatures; j++) weights[j * numLabels + label] = point[j];
    bias[label] = point[numFeatures];
    report({ stage: "labels", done: label + 1, total: numLabels });
  }
  return linearModel(numFeatures, numLabels, { weights, bias });
}
