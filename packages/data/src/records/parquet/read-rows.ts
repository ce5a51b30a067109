import { parquetMetadataAsync, parquetSchema } from "hyparquet";
import { createCells, type OnRecord } from "../cells.ts";
import { SAMPLE, type SampleRecord } from "../dialect.ts";
import type { ParquetFile } from "./chunk-pages.ts";
import { compressorsOfNode, type Decompressors } from "./compressors.ts";
import { type ParquetSource, type RowPiece, rowPieces } from "./row-pieces.ts";
import { createValueCodes } from "./value-codes.ts";

/** The first rows of a Parquet file. */
export interface ParquetStart {
  readonly names: readonly string[];
  readonly records: readonly SampleRecord[];
  readonly line: number;
}

/** Receives the first rows; returns the columns to read (undefined for all) and a function that receives all rows. */
export type OpenTable = (start: ParquetStart) => {
  readonly onRecord: OnRecord;
  readonly needed: readonly number[] | undefined;
};

/** The number of rows to decode at a time; three such columns fit into the cache of a core. */
const PIECE = 1 << 12;

/** Reads the rows of a Parquet file. Each distinct value gets a code once, and rows are passed on as codes. */
export async function readRows(file: ParquetFile, open: OpenTable, decompressors?: Decompressors): Promise<void> {
  const metadata = await parquetMetadataAsync(file);
  const tree = parquetSchema(metadata);
  const source = { file, metadata, tree, compressors: decompressors ?? (await compressorsOfNode()) };
  const names = tree.children.map(({ element }) => element.name);
  const all = names.map((_, index) => index);
  const { onRecord, needed = all } = open({ names, records: await firstRecords(source, all), line: 1 });
  if (needed.length === 0) return;

  const codes = createValueCodes();
  const ids = new Int32Array(names.length).fill(codes.ofValue(""));
  const cells = createCells();
  cells.count = names.length;
  cells.numbered = { ids, bytesOf: codes.bytesOf };
  for await (const piece of rowPieces(source, needed, codes, PIECE)) passRows(piece);

  function passRows({ rows, columns }: RowPiece): void {
    const width = columns.length;
    for (let row = 0; row < rows; row++) {
      for (let k = 0; k < width; k++) ids[needed[k]] = columns[k][row];
      cells.line++;
      onRecord(cells);
    }
  }
}

/** The text of every cell in the first rows. */
async function firstRecords(source: ParquetSource, columns: readonly number[]): Promise<SampleRecord[]> {
  const codes = createValueCodes();
  const decoder = new TextDecoder();
  const records: SampleRecord[] = [];
  for await (const piece of rowPieces(source, columns, codes, SAMPLE)) {
    for (let row = 0; row < piece.rows && records.length < SAMPLE; row++) {
      const texts = piece.columns.map((column) => decoder.decode(codes.bytesOf(column[row])).trim());
      records.push({ line: records.length + 1, texts });
    }
    if (records.length === SAMPLE) break;
  }
  return records;
}
