import * as zlib from "node:zlib";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { DatasetError } from "../reading/dataset-error.ts";
import { createByteIndex } from "./byte-index.ts";
import { createCells, growCells, type OnRecord } from "./cells.ts";
import { SAMPLE, type SampleRecord } from "./dialect.ts";
import { textOfValue } from "./json-records.ts";

/** Random access to the bytes of a Parquet file. */
export interface ParquetFile {
  readonly byteLength: number;
  slice(start: number, end?: number): Promise<ArrayBuffer>;
}

/** The first rows of a Parquet file. */
export interface ParquetStart {
  readonly names: readonly string[];
  readonly records: readonly SampleRecord[];
  readonly line: number;
}

/** Rows that are decoded at a time. */
const BATCH = 1 << 19;

/**
 * Reads the rows of a Parquet file. Text columns are usually dictionaries of few distinct values, so each value is numbered once, and a row
 * is passed on as numbers.
 *
 * @param open - Receives the first rows, and returns the receiver of all rows and the columns that are needed (undefined for all).
 */
export async function readParquet(
  parquet: ParquetFile,
  file: string,
  open: (start: ParquetStart) => { readonly onRecord: OnRecord; readonly needed: readonly number[] | undefined },
): Promise<void> {
  const { parquetMetadataAsync, parquetRead, parquetReadObjects, parquetSchema } = await import("hyparquet");
  const encoder = new TextEncoder();
  const values = createByteIndex();
  const idOf = (value: unknown): number => {
    const bytes = encoder.encode(textOfValue(value));
    return values.entryOf(bytes, 0, bytes.length);
  };
  try {
    const metadata = await parquetMetadataAsync(parquet);
    const children = parquetSchema(metadata).children;
    const names = children.map(({ element }) => element.name);
    const total = Number(metadata.num_rows);
    const compressors = compressorsOfNode();
    const sample = await parquetReadObjects({ file: parquet, metadata, compressors, rowEnd: Math.min(total, SAMPLE) });
    const records = sample.map((row, k) => ({ line: k + 1, texts: names.map((name) => textOfValue(row[name])) }));
    const { onRecord, needed = names.map((_, index) => index) } = open({ names, records, line: 1 });

    const isText = (index: number): boolean => {
      const { element, children: parts } = children[index];
      const { converted_type: converted, logical_type: logical } = element;
      const isString =
        converted === "UTF8" ||
        converted === "ENUM" ||
        logical?.type === "STRING" ||
        (converted === undefined && logical === undefined);
      return parts.length === 0 && element.type === "BYTE_ARRAY" && isString && element.repetition_type !== "REPEATED";
    };
    const cells = createCells();
    while (cells.starts.length < names.length) growCells(cells);
    cells.count = names.length;
    cells.ids = new Int32Array(names.length).fill(idOf(""));
    const { ids } = cells;
    const parsers = { stringFromBytes: (bytes: Uint8Array) => values.entryOf(bytes, 0, bytes.length) };
    const other = new Map<unknown, number>();

    for (const { start, end } of batches(metadata.row_groups.map(({ num_rows: rows }) => Number(rows)))) {
      const columns = new Map<number, ArrayLike<unknown>>();
      for (const kind of [true, false]) {
        const wanted = needed.filter((index) => isText(index) === kind);
        if (wanted.length === 0) continue;
        const parts = new Map<string, { rowStart: number; data: ArrayLike<unknown> }[]>();
        await parquetRead({
          file: parquet,
          metadata,
          compressors,
          columns: wanted.map((index) => names[index]),
          rowStart: start,
          rowEnd: end,
          ...(kind && { parsers }),
          onChunk({ columnName, columnData, rowStart }) {
            const list = parts.get(columnName) ?? [];
            list.push({ rowStart, data: columnData });
            parts.set(columnName, list);
          },
        });
        for (const index of wanted) columns.set(index, joined(parts.get(names[index]) ?? [], start, end));
      }
      const used = [...columns].map(([index, data]) => ({ index, data, isText: isText(index) }));
      const width = used.length;
      for (let row = 0; row < end - start; row++) {
        for (let k = 0; k < width; k++) {
          const { index, data, isText: isNumbered } = used[k];
          const value = data[row];
          if (isNumbered && typeof value === "number") ids[index] = value;
          else {
            let id = other.get(value);
            if (id === undefined) {
              id = idOf(value);
              if (typeof value !== "object") other.set(value, id);
            }
            ids[index] = id;
          }
        }
        cells.bytes = values.bytes();
        for (let k = 0; k < width; k++) {
          const { index } = used[k];
          cells.starts[index] = values.startOf(ids[index]);
          cells.ends[index] = values.startOf(ids[index] + 1);
        }
        cells.line = start + row + 1;
        onRecord(cells);
      }
    }
  } catch (error) {
    if (error instanceof DatasetError) throw error;
    throw new DatasetError(`cannot be read as Parquet: ${(error as Error).message}`, { file, cause: error });
  }
}

/** Ranges of rows that lie in one row group and have at most {@link BATCH} rows. */
function batches(groups: readonly number[]): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  let first = 0;
  for (const rows of groups) {
    for (let start = 0; start < rows; start += BATCH)
      ranges.push({ start: first + start, end: first + Math.min(rows, start + BATCH) });
    first += rows;
  }
  return ranges;
}

/** The values of the rows from `start` to `end`, from pages that may contain other rows. */
function joined(
  parts: readonly { rowStart: number; data: ArrayLike<unknown> }[],
  start: number,
  end: number,
): ArrayLike<unknown> {
  const [only] = parts;
  if (parts.length === 1 && only.rowStart === start && only.data.length === end - start) return only.data;
  const all: unknown[] = new Array(end - start);
  for (const { rowStart, data } of parts) {
    for (let k = Math.max(0, start - rowStart); k < Math.min(data.length, end - rowStart); k++)
      all[rowStart + k - start] = data[k];
  }
  return all;
}

/** The decompressors that Node includes; snappy is part of hyparquet. */
function compressorsOfNode(): Record<string, (input: Uint8Array) => Uint8Array> {
  const { zstdDecompressSync } = zlib as { zstdDecompressSync?: (input: Uint8Array) => Uint8Array };
  return {
    GZIP: (input) => gunzipSync(input),
    BROTLI: (input) => brotliDecompressSync(input),
    ...(zstdDecompressSync !== undefined && { ZSTD: (input: Uint8Array) => zstdDecompressSync(input) }),
  };
}
