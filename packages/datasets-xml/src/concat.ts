import { createArrayBuilder } from "@tierwise/data/reading";
import type { Csr } from "@tierwise/data/rows";
import type { XmlDataset } from "./xml-dataset.ts";

/**
 * Concatenates the rows of several datasets.
 *
 * @param datasets - At least one dataset; all must have the same number of features and the same number of labels.
 *
 * @example
 * ```ts
 * import { concat, parseXmlDataset } from "@tierwise/datasets-xml";
 *
 * const parse = (text: string) => parseXmlDataset(new TextEncoder().encode(text));
 * const all = concat([parse("1 2 9\n7 0:1\n"), parse("1 2 9\n2,5 1:1\n")]);
 * console.log(all.numRows, all.labels.indptr, all.labels.indices);
 * // 2 Int32Array(3) [ 0, 1, 3 ] Int32Array(3) [ 7, 2, 5 ]
 * ```
 */
export function concat(datasets: readonly XmlDataset[]): XmlDataset {
  if (datasets.length === 0) throw new RangeError("datasets is empty; expected at least one dataset");
  const [{ numFeatures, numLabels }] = datasets;
  for (const [i, other] of datasets.entries()) {
    if (other.numFeatures !== numFeatures || other.numLabels !== numLabels) {
      const found = `${other.numFeatures} features and ${other.numLabels} labels`;
      throw new RangeError(`datasets[${i}] has ${found}; expected ${numFeatures} and ${numLabels}, as in datasets[0]`);
    }
  }
  const numRows = datasets.reduce((sum, dataset) => sum + dataset.numRows, 0);
  const { values = new Float32Array(0), ...features } = concatRows(datasets.map((dataset) => dataset.features));
  return {
    features: { ...features, values },
    labels: concatRows(datasets.map((dataset) => dataset.labels)),
    numRows,
    numFeatures,
    numLabels,
  };
}

function concatRows(matrices: readonly Csr[]): Csr {
  const indptr = createArrayBuilder(Int32Array);
  const indices = createArrayBuilder(Int32Array);
  indptr.push(0);
  for (const matrix of matrices) {
    const before = indices.length;
    indptr.append(matrix.indptr.subarray(1).map((end) => before + end));
    indices.append(matrix.indices);
  }
  const rows = { indptr: indptr.finish(), indices: indices.finish() };
  return matrices.some(({ values }) => values !== undefined) ? { ...rows, values: concatValues(matrices) } : rows;
}

/** Concatenates values. A matrix without values is treated as all ones. */
function concatValues(matrices: readonly Csr[]): Float32Array {
  const values = createArrayBuilder(Float32Array);
  for (const matrix of matrices) values.append(matrix.values ?? new Float32Array(matrix.indices.length).fill(1));
  return values.finish();
}
