import type { FileMetaData } from "hyparquet";
import { parquetRead } from "hyparquet";
import type { ParquetFile } from "./chunk-pages.ts";
import type { NextCodes } from "./flat-column.ts";
import type { ValueCodes } from "./value-codes.ts";

/** The part of a file that a column of lists or structures is read from. */
export interface NestedPlace {
  readonly file: ParquetFile;
  readonly metadata: FileMetaData;
  readonly compressors: Record<string, (input: Uint8Array) => Uint8Array>;
  readonly name: string;
  /** The first row, and the row after the last. */
  readonly start: number;
  readonly end: number;
}

/** Reads a column of lists or structures of one row group with hyparquet, as JSON. */
export function createNestedColumn({ name, start, end, ...source }: NestedPlace, codes: ValueCodes): NextCodes {
  return async () => {
    const out = new Int32Array(end - start).fill(codes.ofValue(""));
    await parquetRead({
      ...source,
      columns: [name],
      rowStart: start,
      rowEnd: end,
      onChunk({ columnData, rowStart }) {
        const first = Math.max(0, start - rowStart);
        const last = Math.min(columnData.length, end - rowStart);
        for (let k = first; k < last; k++) out[rowStart + k - start] = codes.ofValue(columnData[k]);
      },
    });
    return out;
  };
}
