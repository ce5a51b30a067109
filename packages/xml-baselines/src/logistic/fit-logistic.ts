import type { LabeledRows } from "@tierwise/data/rows";
import { type LinearWeights, linearWeights } from "../prediction/linear-model.ts";
import {
  checkCount,
  checkPositive,
  checkTrainingSet,
  reporter,
  type TrainingOptions,
} from "../training/training-options.ts";
import { logisticProblem } from "./logistic-problem.ts";
import { minimizeNewton } from "./newton.ts";

/** The number of milliseconds of work before yielding to timers and signals. */
const turn = 50;

/** Options for {@link trainLogistic} and {@link fitLogistic}. */
export interface LogisticOptions extends TrainingOptions {
  /** C, the weight of the losses relative to the regularizer. Default: 1. */
  readonly cost?: number;
  /** Newton steps stop at this relative gradient norm, multiplied by the fraction of rows in the smaller class. Default: 0.01. */
  readonly tolerance?: number;
  /** The maximum number of Newton steps per label. Default: 30. */
  readonly maxSteps?: number;
}

/**
 * Fits the weights of one-vs-rest logistic regression, which {@link trainLogistic} uses.
 *
 * @param data - The training set.
 * @param options - C, and training options.
 *
 * @example
 * ```ts
 * import { parseXmlDataset } from "@tierwise/datasets-xml";
 * import { fitLogistic } from "@tierwise/xml-baselines";
 *
 * const data = parseXmlDataset(new TextEncoder().encode("4 2 2\n0 0:1\n1 1:1\n0 0:2\n1 1:3\n"));
 * const { weights } = await fitLogistic(data);
 * console.log(weights.length, weights[0] > 0, weights[1] < 0); // 4 true true
 * ```
 */
export async function fitLogistic(data: LabeledRows, options: LogisticOptions = {}): Promise<LinearWeights> {
  const { cost = 1, tolerance = 0.01, maxSteps = 30 } = options;
  checkTrainingSet(data);
  checkPositive("cost", cost);
  checkPositive("tolerance", tolerance);
  checkCount("maxSteps", maxSteps);
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
  let lastTurn = performance.now();
  for (let label = 0; label < numLabels; label++) {
    const positives = rowsOf[label];
    point.fill(0);
    point[numFeatures] = Math.log((positives.length + 0.5) / (numRows - positives.length + 0.5));
    if (positives.length > 0 && positives.length < numRows) {
      problem.setPositives(positives);
      // With this tolerance, rare labels are fitted as accurately as frequent labels, as in LIBLINEAR.
      const share = Math.min(positives.length, numRows - positives.length) / numRows;
      minimizeNewton(problem, point, { tolerance: tolerance * Math.max(share, 1e-4), maxSteps });
    }
    for (let j = 0; j < numFeatures; j++) weights[j * numLabels + label] = point[j];
    bias[label] = point[numFeatures];
    report({ stage: "labels", done: label + 1, total: numLabels });
    if (performance.now() - lastTurn < turn) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    options.signal?.throwIfAborted();
    lastTurn = performance.now();
  }
  return { weights, bias };
}
