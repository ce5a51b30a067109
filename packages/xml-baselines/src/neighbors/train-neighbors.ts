import type { LabeledRows, ValuedCsr } from "@tierwise/data/rows";
import { type Model, topK } from "@tierwise/metrics";
import { inverseNorm } from "../engine/sparse-copy.ts";
import { labelModel } from "../prediction/label-model.ts";
import { checkCount, checkPositive, checkTrainingSet, type TrainingOptions } from "../training/training-options.ts";

/** Options for {@link trainNeighbors}. */
export interface NeighborsOptions extends Pick<TrainingOptions, "signal"> {
  /** The number of neighbors that vote. Default: 30. */
  readonly neighbors?: number;
  /** The weight of a neighbor's vote is its cosine similarity raised to this power. Default: 2. */
  readonly power?: number;
}

/** The weight of a label's frequency in its score, which orders the labels that no neighbor has. */
const priorWeight = 1e-3;

/**
 * Nearest neighbors: the score of a label is its share of the votes of the k training rows most similar to x,
 *
 *     Σ over neighbors i with the label of cos(x, x_i)^p / Σ over all neighbors of cos(x, x_i)^p.
 *
 * The search is exact; it uses a list of the rows in which each feature occurs. Labels that no neighbor has are ranked last, by frequency.
 *
 * @param data - The training set.
 * @param options - `neighbors` is k, and `power` is p.
 *
 * @example
 * ```ts
 * import { parseXmlDataset } from "@tierwise/datasets-xml";
 * import { trainNeighbors } from "@tierwise/xml-baselines";
 *
 * const text = "4 2 2\n0 0:1\n1 1:1\n0 0:2\n1 1:3\n";
 * const data = parseXmlDataset(new TextEncoder().encode(text));
 * const { items } = await trainNeighbors(data, { neighbors: 2 }).rank(data.features, { k: 1 });
 * console.log(items.join(" ")); // 0 1 0 1
 * ```
 */
export function trainNeighbors(data: LabeledRows, options: NeighborsOptions = {}): Model {
  const { neighbors = 30, power = 2 } = options;
  checkTrainingSet(data);
  checkCount("neighbors", neighbors);
  checkPositive("power", power);
  options.signal?.throwIfAborted();
  const { numFeatures, numLabels, numRows, labels } = data;
  const index = invertedIndex(data.features, numFeatures);
  const prior = new Float64Array(numLabels);
  for (const label of labels.indices) prior[label] += priorWeight / numRows;
  const similarity = new Float64Array(numRows);
  return labelModel(numFeatures, numLabels, (rows, from, to, out) => {
    for (let row = from; row < to; row++) {
      similarities(index, rows, row, similarity);
      const at = (row - from) * numLabels;
      for (let label = 0; label < numLabels; label++) out[at + label] = prior[label];
      let total = 0;
      const nearest = topK(similarity, neighbors);
      for (const other of nearest) total += Math.max(0, similarity[other]) ** power;
      if (total === 0) continue;
      for (const other of nearest) {
        const vote = Math.max(0, similarity[other]) ** power / total;
        for (let k = labels.indptr[other]; k < labels.indptr[other + 1]; k++) out[at + labels.indices[k]] += vote;
      }
    }
  });
}

/** The rows in which each feature occurs, with its values after rows are scaled to norm 1. */
interface InvertedIndex {
  readonly offsets: Int32Array;
  readonly rows: Int32Array;
  readonly values: Float32Array;
}

function invertedIndex({ indptr, indices, values }: ValuedCsr, featureCount: number): InvertedIndex {
  const offsets = new Int32Array(featureCount + 1);
  for (let k = indptr[0]; k < indptr[indptr.length - 1]; k++) offsets[indices[k] + 1]++;
  for (let j = 0; j < featureCount; j++) offsets[j + 1] += offsets[j];
  const next = offsets.slice();
  const index = {
    offsets,
    rows: new Int32Array(offsets[featureCount]),
    values: new Float32Array(offsets[featureCount]),
  };
  for (let row = 0; row + 1 < indptr.length; row++) {
    const factor = inverseNorm(values, indptr[row], indptr[row + 1]);
    for (let k = indptr[row]; k < indptr[row + 1]; k++) {
      const place = next[indices[k]]++;
      index.rows[place] = row;
      index.values[place] = factor * values[k];
    }
  }
  return index;
}

/** The cosine similarity of a row to every indexed row. The cost is the total length of the lists for the row's features. */
function similarities(
  index: InvertedIndex,
  { indptr, indices, values }: ValuedCsr,
  row: number,
  out: Float64Array,
): void {
  out.fill(0);
  const factor = inverseNorm(values, indptr[row], indptr[row + 1]);
  for (let k = indptr[row]; k < indptr[row + 1]; k++) {
    const value = factor * values[k];
    const feature = indices[k];
    for (let place = index.offsets[feature]; place < index.offsets[feature + 1]; place++) {
      out[index.rows[place]] += value * index.values[place];
    }
  }
}
