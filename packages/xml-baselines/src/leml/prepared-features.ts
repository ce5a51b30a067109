import type { LabeledRows, ValuedCsr } from "@tierwise/data/rows";
import { inverseNorm } from "../engine/sparse-copy.ts";

export interface Preparation {
  /** Whether rows are divided by their norm. */
  readonly normalize: boolean;
  /** The value of a constant feature that is added after the other features, or 0 for no such feature. */
  readonly bias: number;
}

/** Returns the dataset with preprocessed features, including the constant feature, if any. */
export function prepareFeatures(data: LabeledRows, { normalize, bias }: Preparation): LabeledRows {
  const { indptr, indices, values } = data.features;
  const extra = bias === 0 ? 0 : 1;
  const entries = indptr[data.numRows] + extra * data.numRows;
  const features: ValuedCsr = {
    indptr: indptr.map((at, row) => at + extra * row),
    indices: new Int32Array(entries),
    values: new Float32Array(entries),
  };
  for (let row = 0; row < data.numRows; row++) {
    const [from, to] = [indptr[row], indptr[row + 1]];
    const factor = normalize ? inverseNorm(values, from, to) : 1;
    let at = features.indptr[row];
    for (let e = from; e < to; e++, at++) {
      features.indices[at] = indices[e];
      features.values[at] = factor * values[e];
    }
    if (extra) {
      features.indices[at] = data.numFeatures;
      features.values[at] = bias;
    }
  }
  return { ...data, features, numFeatures: data.numFeatures + extra };
}
