import type { FileMetaData } from "hyparquet";
import { parquetReadObjects } from "hyparquet";
import type { ParquetFile } from "./chunk-pages.ts";
import type { Decompressors } from "./compressors.ts";
import type { NextCodes } from "./flat-column.ts";
import type { ValueCodes } from "./value-codes.ts";

/** The part of a file from which a column of lists or structures is read. */
export interface NestedPlace {
  readonly file: ParquetFile;
  readonly metadata: FileMetaData;
  readonly compressors: Decompressors;
  readonly name: string;
  /** The range of rows: the first row, and one more than the last row. */
  readonly start: number;
  readonly end: number;
  /** The number of rows to decode first. */
  readonly piece: number;
}

/** The number of rows per piece after the first piece. For each piece, hyparquet starts again at the first page of the row group. */
const PIECE = 1 << 17;

/** Reads a column of lists or structures in one row group with hyparquet, as JSON. */
export function createNestedColumn({ name, start, end, piece, ...source }: NestedPlace, codes: ValueCodes): NextCodes {
  let first = start;
  return async () => {
    const last = Math.min(end, first + (first === start ? piece : PIECE));
    const rows = await parquetReadObjects({ ...source, columns: [name], rowStart: first, rowEnd: last });
    first = last;
    return Int32Array.from(rows, (row) => codes.ofValue(row[name]));
  };
}
