import * as zlib from "node:zlib";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type FileMetaData, parquetMetadataAsync, parquetReadObjects, parquetSchema } from "hyparquet";
import { DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import { isFlatColumn } from "hyparquet/src/schema.js";
import { createCells, type OnRecord } from "../cells.ts";
import { SAMPLE, type SampleRecord } from "../dialect.ts";
import { textOfValue } from "../json-records.ts";
import type { ParquetFile } from "./chunk-pages.ts";
import { createFlatColumn, type NextCodes } from "./flat-column.ts";
import { createNestedColumn } from "./nested-column.ts";
import { createValueCodes, type ValueCodes } from "./value-codes.ts";

/** The first rows of a Parquet file. */
export interface ParquetStart {
  readonly names: readonly string[];
  readonly records: readonly SampleRecord[];
  readonly line: number;
}

/** Receives the first rows, and returns the receiver of all rows and the columns that are needed (undefined for all). */
export type OpenTable = (start: ParquetStart) => {
  readonly onRecord: OnRecord;
  readonly needed: readonly number[] | undefined;
};

/** A column of the current row group and its current page. */
interface OpenColumn {
  readonly index: number;
  readonly next: NextCodes;
  codes: Int32Array;
  /** The next row of the page. */
  at: number;
}

/**
 * Reads the rows of a Parquet file. Each distinct value is numbered once, and a row is passed on as numbers. Memory holds one page per
 * needed column, and one row group of a column that contains lists.
 */
export async function readRows(file: ParquetFile, open: OpenTable): Promise<void> {
  const metadata = await parquetMetadataAsync(file);
  const compressors = compressorsOfNode();
  const names = parquetSchema(metadata).children.map(({ element }) => element.name);
  const rowEnd = Math.min(Number(metadata.num_rows), SAMPLE);
  const sample = await parquetReadObjects({ file, metadata, compressors, rowEnd });
  const records = sample.map((row, k) => ({ line: k + 1, texts: names.map((name) => textOfValue(row[name])) }));
  const { onRecord, needed = names.map((_, index) => index) } = open({ names, records, line: 1 });
  if (needed.length === 0) return;

  const codes = createValueCodes();
  const cells = createCells();
  const ids = new Int32Array(names.length).fill(codes.ofValue(""));
  cells.count = names.length;
  cells.numbered = { ids, bytesOf: codes.bytesOf };

  for (const columns of rowGroups({ file, metadata, compressors, needed }, codes)) {
    for (let left = columns.rows; left > 0; ) {
      let rows = left;
      for (const column of columns.open) {
        if (column.at === column.codes.length) {
          column.codes = await column.next();
          column.at = 0;
        }
        rows = Math.min(rows, column.codes.length - column.at);
      }
      passRows(columns.open, rows);
      left -= rows;
    }
  }

  /** Passes on the next rows, which all columns have in their current pages. */
  function passRows(columns: readonly OpenColumn[], rows: number): void {
    const width = columns.length;
    const places = columns.map(({ index }) => index);
    const pages = columns.map(({ codes: page, at }) => page.subarray(at, at + rows));
    for (let row = 0; row < rows; row++) {
      for (let k = 0; k < width; k++) ids[places[k]] = pages[k][row];
      cells.line++;
      onRecord(cells);
    }
    for (const column of columns) column.at += rows;
  }
}

interface OpenFile {
  readonly file: ParquetFile;
  readonly metadata: FileMetaData;
  readonly compressors: Record<string, (input: Uint8Array) => Uint8Array>;
  readonly needed: readonly number[];
}

/** The needed columns of each row group. */
function* rowGroups(
  { needed, ...source }: OpenFile,
  codes: ValueCodes,
): Generator<{ readonly rows: number; readonly open: OpenColumn[] }> {
  const { file, metadata, compressors } = source;
  const tree = parquetSchema(metadata);
  let first = 0;
  for (const { num_rows: stated, columns } of metadata.row_groups) {
    const rows = Number(stated);
    const start = first;
    const open = needed.map((index): OpenColumn => {
      const { path, element } = tree.children[index];
      const schemaPath = [tree, tree.children[index]];
      const [name] = path;
      const place = { index, codes: new Int32Array(0), at: 0 };
      if (!isFlatColumn(schemaPath))
        return { ...place, next: createNestedColumn({ ...source, name, start, end: start + rows }, codes) };
      const facts = columns.find(({ meta_data: one }) => one?.path_in_schema[0] === name)?.meta_data;
      if (facts === undefined) throw new Error(`column ${JSON.stringify(name)} is not in every row group`);
      const from = Number(facts.dictionary_page_offset || facts.data_page_offset);
      const chunk = { file, start: from, end: from + Number(facts.total_compressed_size), rows };
      const { type, codec } = facts;
      const decoder = { pathInSchema: path, type, element, schemaPath, codec, compressors, parsers: DEFAULT_PARSERS };
      return { ...place, next: createFlatColumn(chunk, decoder, codes) };
    });
    yield { rows, open };
    first += rows;
  }
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
