import type { DecodedArray, PageHeader } from "hyparquet";
import { readPage } from "hyparquet/src/column.js";
import { convert } from "hyparquet/src/convert.js";
import { decompressPage } from "hyparquet/src/datapage.js";
import { createChunkPages, type ParquetFile } from "./chunk-pages.ts";
import { createHybridRuns, type ReadValues } from "./hybrid-runs.ts";
import type { ValueCodes } from "./value-codes.ts";

/** The column metadata that hyparquet needs to decode pages. */
export type ColumnDecoder = Parameters<typeof readPage>[2];

/** Returns the codes of one or more rows of a column. The array is reused by the next call. */
export type NextCodes = () => Promise<Int32Array>;

/** A column chunk: the values of one column in one row group. */
export interface ColumnChunkPlace {
  readonly file: ParquetFile;
  readonly start: number;
  readonly end: number;
  readonly rows: number;
  /** The number of rows to decode at a time, which makes memory independent of the size of the pages. */
  readonly piece: number;
}

/**
 * Reads a column that contains no lists or structures. The values of a dictionary are numbered once per column chunk, so each row takes a
 * single lookup. Plain text outside a dictionary gets its code from its bytes, without decoding. hyparquet decodes all other pages.
 */
export function createFlatColumn(
  { file, start, end, rows, piece }: ColumnChunkPlace,
  decoder: ColumnDecoder,
  codes: ValueCodes,
): NextCodes {
  const { codec, compressors, element } = decoder;
  const nextPage = createChunkPages(file, start, end);
  const isText = holdsText(decoder);
  const isOptional = element.repetition_type === "OPTIONAL";
  const empty = codes.ofValue("");
  const out = new Int32Array(Math.min(rows, piece));
  const levels = new Int32Array(isOptional ? out.length : 0);
  let dictionary = new Int32Array(0);
  let readLevels: ReadValues | undefined;
  let readValues: ReadValues = () => {};
  let pageRows = 0;
  let left = rows;

  /** Decodes a page with hyparquet. */
  function decoded(header: PageHeader, bytes: Uint8Array): DecodedArray {
    const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
    return readPage(reader, header, decoder, undefined, undefined, 0).data ?? [];
  }

  function setDictionary(header: PageHeader, bytes: Uint8Array): void {
    const values = decoded(header, bytes);
    const shown = isText ? values : convert(values, decoder);
    dictionary = Int32Array.from({ length: shown.length }, (_, k) => codes.ofValue(shown[k]));
  }

  /** Reads the stored values, starting at position `from`. */
  function valuesOf(page: Uint8Array, from: number, encoding: string): ReadValues {
    if (encoding === "PLAIN") return codes.ofPlainText(page, from);
    const indices = page[from] > 0 ? createHybridRuns(page, from + 1, page.length, page[from]) : undefined;
    return (target, count) => {
      if (indices === undefined) target.fill(0, 0, count);
      else indices(target, count);
      for (let k = 0; k < count; k++) {
        const index = target[k];
        if (!(index >= 0 && index < dictionary.length))
          throw new Error(`index ${index} is not below ${dictionary.length}, the number of values in the dictionary`);
        target[k] = dictionary[index];
      }
    };
  }

  /** Opens a page of the first version: the levels and the values are compressed together. */
  function openFirst(header: PageHeader, bytes: Uint8Array, encoding: string): void {
    const page = decompressPage(bytes, header.uncompressed_page_size, codec, compressors);
    const size = isOptional ? 4 + new DataView(page.buffer, page.byteOffset, page.byteLength).getUint32(0, true) : 0;
    readLevels = isOptional ? createHybridRuns(page, 4, size, 1) : undefined;
    readValues = valuesOf(page, size, encoding);
  }

  /** Opens a page of the second version: only the values are compressed. */
  function openSecond(header: PageHeader, bytes: Uint8Array, encoding: string): void {
    const {
      definition_levels_byte_length: size = 0,
      num_nulls: nulls,
      is_compressed,
    } = header.data_page_header_v2 ?? {};
    const stored = bytes.subarray(size);
    const length = header.uncompressed_page_size - size;
    const page = is_compressed === false ? stored : decompressPage(stored, length, codec, compressors);
    readLevels = isOptional && nulls !== 0 ? createHybridRuns(bytes, 0, size, 1) : undefined;
    readValues = valuesOf(page, 0, encoding);
  }

  /** Opens the next page that contains rows. */
  async function openPage(): Promise<void> {
    const { header, bytes } = await nextPage();
    if (header.type === "DICTIONARY_PAGE") setDictionary(header, bytes);
    const facts = header.data_page_header ?? header.data_page_header_v2;
    if (facts === undefined) return;
    const { num_values: count, encoding } = facts;
    if (!(count >= 0 && count <= left))
      throw new Error(
        `the number of rows in a page is ${count}; expected at most ${left}, the number of rows left in its column`,
      );
    left -= count;
    pageRows = count;
    if (!encoding.endsWith("_DICTIONARY") && !(isText && encoding === "PLAIN")) {
      readLevels = undefined;
      readValues = codes.ofValues(decoded(header, bytes));
    } else if (header.data_page_header === undefined) openSecond(header, bytes, encoding);
    else openFirst(header, bytes, encoding);
  }

  return async () => {
    while (pageRows === 0) await openPage();
    const count = Math.min(pageRows, out.length);
    pageRows -= count;
    if (readLevels === undefined) readValues(out, count);
    else {
      readLevels(levels, count);
      let filled = 0;
      for (let row = 0; row < count; row++) filled += levels[row];
      readValues(out, filled);
      // Values are moved to their rows from last to first, so that none is overwritten.
      if (filled < count)
        for (let row = count - 1; row >= 0; row--) out[row] = levels[row] === 1 ? out[--filled] : empty;
    }
    return count === out.length ? out : out.subarray(0, count);
  };
}

function holdsText({ element }: ColumnDecoder): boolean {
  const { type, converted_type: converted, logical_type: logical } = element;
  const isPlain = converted === undefined && logical === undefined;
  return (
    type === "BYTE_ARRAY" && (isPlain || converted === "UTF8" || converted === "ENUM" || logical?.type === "STRING")
  );
}
