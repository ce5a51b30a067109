import type { LabeledRows } from "@tierwise/data/rows";
import type { Model } from "@tierwise/metrics";
import { randomPermutation, randomStream } from "@tierwise/random";
import { linearModel, linearWeights } from "../prediction/linear-model.ts";
import { projectRow } from "../prediction/project-row.ts";
import {
  checkCount,
  checkPositive,
  checkTrainingOptions,
  checkTrainingSet,
  reporter,
  type TrainingOptions,
} from "../training/training-options.ts";

/** Options for {@link trainLinearRanking}. */
export interface LinearRankingOptions extends TrainingOptions {
  /** The learning rate of AdaGrad. Default: 0.1. */
  readonly learningRate?: number;
  /** The number of passes over the rows. Default: 10. */
  readonly epochs?: number;
}

/**
 * Trains a linear ranking model with AdaGrad on the listwise softmax loss
 *
 *     −(1/n)·Σ over the n labels l of a row of log softmax(Wᵀ·x + b)_l,
 *
 * which ranks the labels of a row against each other instead of classifying each one separately. A step uses one row; its cost is the
 * number of the row's entries times the number of labels. Training runs on the calling thread.
 *
 * @param data - The training set; rows without labels are skipped.
 * @param options - The learning rate, the number of epochs, and training options.
 *
 * @example
 * ```ts
 * import { parseXmlDataset } from "@tierwise/datasets-xml";
 * import { trainLinearRanking } from "@tierwise/xml-baselines";
 *
 * const text = "4 2 2\n0 0:1\n1 1:1\n0 0:2\n1 1:3\n";
 * const data = parseXmlDataset(new TextEncoder().encode(text));
 * const { items } = await (await trainLinearRanking(data)).rank(data.features, { k: 1 });
 * console.log(items.join(" ")); // 0 1 0 1
 * ```
 */
export async function trainLinearRanking(data: LabeledRows, options: LinearRankingOptions = {}): Promise<Model> {
  const { learningRate = 0.1, epochs = 10 } = options;
  checkTrainingSet(data);
  checkPositive("learningRate", learningRate);
  checkCount("epochs", epochs);
  const { seed } = checkTrainingOptions(options);
  const report = reporter(options);
  options.signal?.throwIfAborted();
  const { numFeatures, numLabels, numRows, features, labels } = data;
  const { weights, bias } = linearWeights(numFeatures, numLabels);
  const [squares, biasSquares] = [new Float32Array(weights.length), new Float32Array(numLabels)];
  const projection = { weights, columns: numLabels, normalize: false, start: bias };
  const scores = new Float32Array(numLabels);
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const row of randomPermutation(numRows, randomStream(seed, 1, epoch))) {
      const [from, to] = [labels.indptr[row], labels.indptr[row + 1]];
      if (from === to) continue;
      projectRow(projection, features, row, scores);
      softmax(scores);
      for (let k = from; k < to; k++) scores[labels.indices[k]] -= 1 / (to - from);
      adaGrad(bias, biasSquares, 0, scores, 1, learningRate);
      for (let e = features.indptr[row]; e < features.indptr[row + 1]; e++) {
        adaGrad(weights, squares, features.indices[e] * numLabels, scores, features.values[e], learningRate);
      }
    }
    report({ stage: "epochs", done: epoch + 1, total: epochs });
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return linearModel(numFeatures, numLabels, { weights, bias });
}

function softmax(scores: Float32Array): void {
  let [largest, sum] = [Number.NEGATIVE_INFINITY, 0];
  for (let i = 0; i < scores.length; i++) if (scores[i] > largest) largest = scores[i];
  for (let i = 0; i < scores.length; i++) {
    scores[i] = Math.exp(scores[i] - largest);
    sum += scores[i];
  }
  for (let i = 0; i < scores.length; i++) scores[i] /= sum;
}

/** Updates one row of weights: w ← w − rate·g/√(1e-8 + Σ g²) with the gradient g = value·slopes. */
function adaGrad(
  weights: Float32Array,
  squares: Float32Array,
  at: number,
  slopes: Float32Array,
  value: number,
  rate: number,
): void {
  for (let i = 0; i < slopes.length; i++) {
    const gradient = value * slopes[i];
    squares[at + i] += gradient * gradient;
    weights[at + i] -= (rate * gradient) / Math.sqrt(1e-8 + squares[at + i]);
  }
}
