import type { Kernels } from "./kernels.ts";
import { pointer } from "./pointer.ts";

/**
 * Sparse rows (compressed sparse rows): row i has the value `values[e]` in column `indices[e]` for
 * `indptr[i] ≤ e < indptr[i + 1]`. `indptr` may be longer than `rows + 1` and may start above 0, so that a range of rows is a
 * view of `indptr`.
 */
export interface SparseMatrix {
  /** How many rows. */
  readonly rows: number;
  /** Where each row starts, and where the last one ends. */
  readonly indptr: Int32Array;
  /** The column of every entry. */
  readonly indices: Int32Array;
  /** The value of every entry. */
  readonly values: Float32Array;
}

/** Checks the offsets of a sparse matrix, and that its arrays are in the kernels' memory. */
export function checkSparse(kernels: Kernels, name: string, { rows, indptr, indices, values }: SparseMatrix): void {
  pointer(kernels, `${name}.indptr`, indptr);
  pointer(kernels, `${name}.indices`, indices);
  pointer(kernels, `${name}.values`, values);
  if (!Number.isInteger(rows) || rows < 0 || rows >= indptr.length) {
    throw new RangeError(`${name} has ${rows} rows; expected 0 to ${indptr.length - 1}, one less than its offsets`);
  }
  let before = 0;
  for (let i = 0; i <= rows; i++) {
    if (indptr[i] < before) {
      throw new RangeError(`${name}.indptr[${i}] is ${indptr[i]}; expected at least ${before}`);
    }
    before = indptr[i];
  }
  const entries = Math.min(indices.length, values.length);
  if (before > entries) throw new RangeError(`${name}.indptr[${rows}] is ${before}; there are ${entries} entries`);
}

/** Checks that every column of a sound sparse matrix is below `columns`, which is what `what` has. */
export function checkSparseColumns(
  kernels: Kernels,
  name: string,
  { rows, indptr, indices }: SparseMatrix,
  columns: number,
  what: string,
): void {
  const begin = indptr[0];
  const count = indptr[rows] - begin;
  const at = kernels.wasm.indexOutOfRange(indices.byteOffset + 4 * begin, count, columns) + begin;
  if (at < begin + count) {
    throw new RangeError(`${name}.indices[${at}] is ${indices[at]}; expected 0 to ${columns - 1}, ${what}`);
  }
}
