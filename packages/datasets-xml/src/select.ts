import type { Csr } from "@tierwise/data/rows";
import type { XmlDataset } from "./xml-dataset.ts";

/**
 * Selects rows of a dataset, in the given order; a row may be selected more than once.
 *
 * @param dataset - The dataset, which is not modified.
 * @param rows - Row numbers, 0 to numRows − 1, for example from {@link readSplit}, or from `splitRows` in `@tierwise/data`.
 *
 * @example
 * ```ts
 * import { parseXmlDataset, select } from "@tierwise/datasets-xml";
 *
 * const dataset = parseXmlDataset(new TextEncoder().encode("3 2 9\n7 0:1\n8 1:1\n2,5 0:1 1:1\n"));
 * console.log(select(dataset, [2, 0]).labels.indices); // Int32Array(3) [ 2, 5, 7 ]
 * ```
 */
export function select(dataset: XmlDataset, rows: ArrayLike<number>): XmlDataset {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    if (!Number.isInteger(row) || row < 0 || row >= dataset.numRows) {
      throw new RangeError(`rows[${i}] is ${row}; expected an integer from 0 to ${dataset.numRows - 1}`);
    }
  }
  return {
    ...dataset,
    features: selectRows(dataset.features, rows),
    labels: selectRows(dataset.labels, rows),
    numRows: rows.length,
    ...(dataset.groups && { groups: Int32Array.from(rows, (row) => dataset.groups?.[row] ?? 0) }),
  };
}

function selectRows<M extends Csr>(matrix: M, rows: ArrayLike<number>): M {
  const { indptr, indices, values } = matrix;
  const selected = new Int32Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) selected[i + 1] = selected[i] + indptr[rows[i] + 1] - indptr[rows[i]];
  const pick = <A extends Int32Array | Float32Array>(from: A, to: A): A => {
    for (let i = 0; i < rows.length; i++) to.set(from.subarray(indptr[rows[i]], indptr[rows[i] + 1]), selected[i]);
    return to;
  };
  const length = selected[rows.length];
  return {
    ...matrix,
    indptr: selected,
    indices: pick(indices, new Int32Array(length)),
    ...(values === undefined ? {} : { values: pick(values, new Float32Array(length)) }),
  };
}
