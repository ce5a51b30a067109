/** Where the rows of one piece of text go. Reused for every piece: nothing is allocated while rows are scanned. */
export interface RowBuffers {
  labels: Int32Array;
  indices: Int32Array;
  values: Float32Array;
  /** Labels, and entries, up to the end of each row. */
  labelEnds: Int32Array;
  entryEnds: Int32Array;
  numRows: number;
}

/** Rows that are scanned at once, at most. */
const ROWS = 1 << 12;

/** Buffers for rows without entries; `reserve` makes room for those. */
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

/** Makes room for whatever `byteCount` bytes can hold: a label takes two at least, an entry (`0:0 `) four. */
export function reserve(buffers: RowBuffers, byteCount: number): void {
  if (buffers.labels.length > byteCount >> 1) return;
  buffers.labels = new Int32Array((byteCount >> 1) + 1);
  buffers.indices = new Int32Array((byteCount >> 2) + 1);
  buffers.values = new Float32Array((byteCount >> 2) + 1);
}
