import { DatasetError } from "@tierwise/data/parse";
import { sharedFloats } from "../lists/document-lists.ts";

/** A matrix of features that gains rows and columns while a file is read. */
export interface DenseRows {
  /** Rows × `stride` values. */
  data: Float32Array;
  stride: number;
  rows: number;
  /** An estimate of the final number of rows; 0 if unknown. */
  expectedRows: number;
}

/** Creates a matrix with room for `stride` features per row; {@link widenRows} makes room for more. */
export function newDenseRows(stride: number): DenseRows {
  return { data: sharedFloats(1024 * stride), stride, rows: 0, expectedRows: 0 };
}

/** Starts a row of zeros and returns its position in `data`. */
export function startRow(dense: DenseRows): number {
  const at = dense.rows * dense.stride;
  dense.rows++;
  makeRoom(dense);
  return at;
}

/** Makes room for the current rows and many more: unused memory costs nothing, but a resize needs the old and the new array at once. */
function makeRoom(dense: DenseRows): void {
  if (dense.rows * dense.stride <= dense.data.length) return;
  resize(dense, Math.max(Math.ceil(1.5 * dense.rows), Math.min(dense.expectedRows, 4096 * dense.rows)), dense.stride);
}

export function addRows(dense: DenseRows, values: Float32Array, count: number): void {
  const at = dense.rows * dense.stride;
  dense.rows += count;
  makeRoom(dense);
  dense.data.set(values.subarray(0, count * dense.stride), at);
}

/** Makes room for feature `index`, which moves all rows; returns the new position of the last row. */
export function widenRows(dense: DenseRows, index: number, place: { file: string; line: number }): number {
  const stride = Math.max(index + 1, Math.min(2 * dense.stride, index + 64));
  if (stride * dense.rows > 2 ** 31) {
    throw new DatasetError(`feature ${index} needs ${dense.rows} × ${stride} values; use fewer features`, place);
  }
  resize(dense, Math.max(1024, dense.rows), stride);
  return (dense.rows - 1) * stride;
}

function resize(dense: DenseRows, rows: number, stride: number): void {
  const data = sharedFloats(rows * stride);
  if (stride === dense.stride) data.set(dense.data);
  else {
    for (let r = 0; r < dense.rows; r++) {
      data.set(dense.data.subarray(r * dense.stride, (r + 1) * dense.stride), r * stride);
    }
  }
  dense.data = data;
  dense.stride = stride;
}

/** Makes every row exactly `featureCount` features long, in place: rows move toward the start of the array. */
export function narrowRows(dense: DenseRows, featureCount: number): void {
  const { data, stride, rows } = dense;
  if (stride === featureCount) return;
  for (let r = 1; r < rows; r++) data.copyWithin(r * featureCount, r * stride, r * stride + featureCount);
  // The space after the moved rows still contains old values.
  data.fill(0, rows * featureCount, rows * stride);
  dense.stride = featureCount;
}

export function finishRows(dense: DenseRows, featureCount: number): Float32Array {
  narrowRows(dense, featureCount);
  return dense.data.subarray(0, dense.rows * featureCount);
}
