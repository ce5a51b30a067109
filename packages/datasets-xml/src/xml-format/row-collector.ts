import { createArrayBuilder } from "@tierwise/data/reading";
import type { Csr, ValuedCsr } from "@tierwise/data/rows";

/** Buffers for the rows in one piece of text. They are reused for every piece, so that scanning rows allocates no memory. */
export interface RowBuffers {
  labels: Int32Array;
  indices: Int32Array;
  values: Float32Array;
  /** The position after the last label of each row; `entryEnds` contains the same for entries. */
  labelEnds: Int32Array;
  entryEnds: Int32Array;
  numRows: number;
}

/** The maximum number of rows to scan at a time. */
const ROWS = 1 << 12;

/** Creates empty buffers; {@link reserve} allocates room for entries. */
export function createRowBuffers(): RowBuffers {
  return {
    labels: new Int32Array(0),
    indices: new Int32Array(0),
    values: new Float32Array(0),
    labelEnds: new Int32Array(ROWS),
    entryEnds: new Int32Array(ROWS),
    numRows: 0,
  };
}

/** Allocates room for the rows in `byteCount` bytes of text. A label takes at least two bytes, and an entry (`0:0 `) at least four. */
export function reserve(buffers: RowBuffers, byteCount: number): void {
  if (buffers.labels.length > byteCount >> 1) return;
  buffers.labels = new Int32Array((byteCount >> 1) + 1);
  buffers.indices = new Int32Array((byteCount >> 2) + 1);
  buffers.values = new Float32Array((byteCount >> 2) + 1);
}

/** Collects rows into two matrices: the labels, and the entries with values. */
export interface RowCollector {
  readonly numRows: number;
  /** The number of entries in the larger matrix. */
  readonly numEntries: number;
  /** Total size of both matrices so far, in bytes. */
  readonly byteLength: number;
  add(labels: Int32Array, indices: Int32Array, values: Float32Array): void;
  /** Adds the rows of a piece of text. */
  addAll(buffers: RowBuffers): void;
  finish(): { entries: ValuedCsr; labels: Csr };
}

export function createRowCollector(): RowCollector {
  const indptr = createArrayBuilder(Int32Array);
  const indices = createArrayBuilder(Int32Array);
  const values = createArrayBuilder(Float32Array);
  const labelIndptr = createArrayBuilder(Int32Array);
  const labels = createArrayBuilder(Int32Array);
  indptr.push(0);
  labelIndptr.push(0);
  return {
    get numRows() {
      return indptr.length - 1;
    },
    get numEntries() {
      return Math.max(indices.length, labels.length);
    },
    get byteLength() {
      return 4 * (indptr.length + labelIndptr.length + labels.length) + 8 * indices.length;
    },
    add(rowLabels, rowIndices, rowValues) {
      for (const label of rowLabels) labels.push(label);
      for (const index of rowIndices) indices.push(index);
      for (const value of rowValues) values.push(value);
      labelIndptr.push(labels.length);
      indptr.push(indices.length);
    },
    addAll({ numRows, labelEnds, entryEnds, ...buffers }) {
      const labelCount = numRows === 0 ? 0 : labelEnds[numRows - 1];
      const entryCount = numRows === 0 ? 0 : entryEnds[numRows - 1];
      labelIndptr.append(shifted(labelEnds, numRows, labels.length));
      indptr.append(shifted(entryEnds, numRows, indices.length));
      labels.append(buffers.labels.subarray(0, labelCount));
      indices.append(buffers.indices.subarray(0, entryCount));
      values.append(buffers.values.subarray(0, entryCount));
    },
    finish: () => ({
      entries: { indptr: indptr.finish(), indices: indices.finish(), values: values.finish() },
      labels: { indptr: labelIndptr.finish(), indices: labels.finish() },
    }),
  };
}

/** Adds `by` to the first `count` elements of `ends` in place, and returns a view of these elements. */
function shifted(ends: Int32Array, count: number, by: number): Int32Array {
  for (let k = 0; k < count; k++) ends[k] += by;
  return ends.subarray(0, count);
}
