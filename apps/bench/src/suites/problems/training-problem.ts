import { rowIndices } from "@tierwise/data";
import type { XmlDataset } from "@tierwise/datasets-xml";

/** The output of `peers/training_step.py`. */
export interface Peer {
  /** The time of each step after the first. */
  readonly seconds: readonly number[];
  /** The processor time of each of these steps, summed over threads. */
  readonly processorSeconds: readonly number[];
  readonly peakBytes: number;
  readonly blas: string;
}

/** All complete batches of a dataset, in the format that `peers/training_step.py` reads. */
export function trainingProblem(
  { features: { indptr, indices, values }, labels, numFeatures, numLabels, numRows }: XmlDataset,
  { batchSize, hidden }: { readonly batchSize: number; readonly hidden: number },
): unknown {
  return {
    features: numFeatures,
    items: numLabels,
    hidden,
    batches: Array.from({ length: Math.floor(numRows / batchSize) }, (_, b) => {
      const [from, to] = [indptr[b * batchSize], indptr[(b + 1) * batchSize]];
      return {
        indptr: Array.from(indptr.subarray(b * batchSize, (b + 1) * batchSize + 1), (at) => at - from),
        indices: Array.from(indices.subarray(from, to)),
        values: Array.from(values.subarray(from, to)),
        labels: Array.from({ length: batchSize }, (_, row) => Array.from(rowIndices(labels, b * batchSize + row))),
      };
    }),
  };
}
