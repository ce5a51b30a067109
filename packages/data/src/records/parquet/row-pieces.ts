import type { FileMetaData, RowGroup, SchemaTree } from "hyparquet";
import { DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import { isFlatColumn } from "hyparquet/src/schema.js";
import type { ParquetFile } from "./chunk-pages.ts";
import type { Decompressors } from "./compressors.ts";
import { createFlatColumn, type NextCodes } from "./flat-column.ts";
import { createNestedColumn } from "./nested-column.ts";
import type { ValueCodes } from "./value-codes.ts";

export interface ParquetSource {
  readonly file: ParquetFile;
  readonly metadata: FileMetaData;
  /** The schema, as a tree. */
  readonly tree: SchemaTree;
  readonly compressors: Decompressors;
}

/** A piece of successive rows. */
export interface RowPiece {
  readonly rows: number;
  /** The codes of these rows, per column; valid until the next piece is requested. */
  readonly columns: readonly Int32Array[];
}

/** Yields the rows of some columns, at most `piece` at a time, one row group after another. */
export async function* rowPieces(
  source: ParquetSource,
  columns: readonly number[],
  codes: ValueCodes,
  piece: number,
): AsyncGenerator<RowPiece> {
  let start = 0;
  for (const group of source.metadata.row_groups) {
    const rows = Number(group.num_rows);
    const next = columns.map((column) => openColumn(source, column, { group, start, rows, piece }, codes));
    const pages: Int32Array[] = columns.map(() => new Int32Array(0));
    for (let left = rows; left > 0; ) {
      for (const [k, page] of pages.entries()) if (page.length === 0) pages[k] = await next[k]();
      const shared = Math.min(left, ...pages.map(({ length }) => length));
      if (shared === 0) throw new Error("a column ends before its last row");
      yield { rows: shared, columns: pages };
      for (const [k, page] of pages.entries()) pages[k] = page.subarray(shared);
      left -= shared;
    }
    start += rows;
  }
}

/** A row group and its position in the file. */
interface GroupPlace {
  readonly group: RowGroup;
  /** The number of its first row in the file. */
  readonly start: number;
  readonly rows: number;
  readonly piece: number;
}

function openColumn(source: ParquetSource, column: number, place: GroupPlace, codes: ValueCodes): NextCodes {
  const { tree, file, metadata, compressors } = source;
  const { group, start, rows, piece } = place;
  const node = tree.children[column];
  const { path, element } = node;
  const [name] = path;
  const schemaPath = [tree, node];
  if (!isFlatColumn(schemaPath))
    return createNestedColumn({ file, metadata, compressors, name, start, end: start + rows, piece }, codes);
  const facts = group.columns.find(({ meta_data: one }) => one?.path_in_schema[0] === name)?.meta_data;
  if (facts === undefined) throw new Error(`column ${JSON.stringify(name)} is not in every row group`);
  const { type, codec } = facts;
  const from = Number(facts.dictionary_page_offset || facts.data_page_offset);
  const chunk = { file, start: from, end: from + Number(facts.total_compressed_size), rows, piece };
  const decoder = { pathInSchema: path, type, element, schemaPath, codec, compressors, parsers: DEFAULT_PARSERS };
  return createFlatColumn(chunk, decoder, codes);
}
