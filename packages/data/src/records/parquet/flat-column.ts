import type { DecodedArray, PageHeader } from "hyparquet";
import { readPage } from "hyparquet/src/column.js";
import { convert } from "hyparquet/src/convert.js";
import { decompressPage } from "hyparquet/src/datapage.js";
import type { ValueCodes } from "./value-codes.ts";
import { createChunkPages, type ParquetFile } from "./chunk-pages.ts";
import { readHybridRuns } from "./hybrid-runs.ts";

/** What hyparquet needs to know about a column to decode its pages. */
export type ColumnDecoder = Parameters<typeof readPage>[2];

/** Returns the codes of the next rows of a column: those of one page. The array is reused for the next page. */
export type NextCodes = () => Promise<Int32Array>;

/** A column chunk: the values of one column in one row group. */
export interface ColumnChunkPlace {
  readonly file: ParquetFile;
  readonly start: number;
  readonly end: number;
  readonly rows: number;
}

/**
 * Reads a column that contains no lists or structures, page by page. The values of a dictionary are numbered once per column chunk, and
 * a row costs the lookup of its index; text outside a dictionary is numbered by its bytes. hyparquet decodes all other pages.
 */
export function createFlatColumn(
  { file, start, end, rows }: ColumnChunkPlace,
  decoder: ColumnDecoder,
  codes: ValueCodes,
): NextCodes {
  const { codec, compressors, element } = decoder;
  const nextPage = createChunkPages(file, start, end);
  const isText = holdsText(decoder);
  const hasLevels = element.repetition_type === "OPTIONAL";
  const empty = codes.ofValue("");
  let dictionary = new Int32Array(0);
  let out = new Int32Array(0);
  let levels = new Int32Array(0);
  let left = rows;

  /** Decodes the values of a page into `out`, without those that are null. */
  function decode(page: Uint8Array, from: number, encoding: string, count: number): void {
    if (encoding === "PLAIN") {
      codes.ofPlainText(page, from, out, count);
      return;
    }
    const width = page[from];
    if (width === 0 || count === 0) out.fill(0, 0, count);
    else readHybridRuns({ bytes: page, start: from + 1, end: page.length, width }, out, count);
    for (let k = 0; k < count; k++) {
      const index = out[k];
      if (index >= dictionary.length) throw new Error(`index ${index} is not in a dictionary of ${dictionary.length}`);
      out[k] = dictionary[index];
    }
  }

  /** Decodes which rows have a value into `levels`, and returns their number. */
  function filledRows(bytes: Uint8Array, from: number, to: number, count: number): number {
    if (levels.length < count) levels = new Int32Array(count);
    readHybridRuns({ bytes, start: from, end: to, width: 1 }, levels, count);
    let filled = 0;
    for (let k = 0; k < count; k++) filled += levels[k];
    return filled;
  }

  /** Moves the values to their rows, from the last row to the first, and marks the other rows as empty. */
  function spread(filled: number, count: number): void {
    for (let row = count - 1, value = filled - 1; row >= 0; row--) out[row] = levels[row] === 1 ? out[value--] : empty;
  }

  function ofFirstVersion(bytes: Uint8Array, header: PageHeader, encoding: string, count: number): void {
    const page = decompressPage(bytes, header.uncompressed_page_size, codec, compressors);
    if (!hasLevels) {
      decode(page, 0, encoding, count);
      return;
    }
    const size = new DataView(page.buffer, page.byteOffset, page.byteLength).getUint32(0, true);
    const filled = filledRows(page, 4, 4 + size, count);
    decode(page, 4 + size, encoding, filled);
    if (filled < count) spread(filled, count);
  }

  function ofSecondVersion(bytes: Uint8Array, header: PageHeader, encoding: string, count: number): void {
    const { data_page_header_v2: facts } = header;
    if (facts === undefined) throw new Error("a page has no header");
    const { definition_levels_byte_length: size, num_nulls: nulls } = facts;
    const stored = bytes.subarray(size);
    const length = header.uncompressed_page_size - size;
    const page = facts.is_compressed === false ? stored : decompressPage(stored, length, codec, compressors);
    const filled = nulls === 0 ? count : filledRows(bytes, 0, size, count);
    decode(page, 0, encoding, filled);
    if (filled < count) spread(filled, count);
  }

  /** Has hyparquet decode a page. */
  function decoded(header: PageHeader, bytes: Uint8Array): DecodedArray {
    const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
    return readPage(reader, header, decoder, undefined, undefined, 0).data ?? [];
  }

  function setDictionary(header: PageHeader, bytes: Uint8Array): void {
    const values = decoded(header, bytes);
    const shown = isText ? values : convert(values, decoder);
    dictionary = Int32Array.from({ length: shown.length }, (_, k) => codes.ofValue(shown[k]));
  }

  return async () => {
    for (;;) {
      const { header, bytes } = await nextPage();
      if (header.type === "DICTIONARY_PAGE") {
        setDictionary(header, bytes);
        continue;
      }
      const facts = header.data_page_header ?? header.data_page_header_v2;
      if (facts === undefined) continue;
      const { num_values: count, encoding } = facts;
      if (!(count >= 0 && count <= left)) throw new Error(`a page has ${count} rows, but its column only ${left} more`);
      left -= count;
      if (count === 0) continue;
      if (out.length < count) out = new Int32Array(count);
      if (!encoding.endsWith("_DICTIONARY") && !(isText && encoding === "PLAIN")) {
        const values = decoded(header, bytes);
        for (let k = 0; k < count; k++) out[k] = codes.ofValue(values[k]);
      } else if (header.data_page_header === undefined) ofSecondVersion(bytes, header, encoding, count);
      else ofFirstVersion(bytes, header, encoding, count);
      return out.subarray(0, count);
    }
  };
}

/** Whether the bytes of a column are text. */
function holdsText({ element }: ColumnDecoder): boolean {
  const { type, converted_type: converted, logical_type: logical } = element;
  const isPlain = converted === undefined && logical === undefined;
  return (
    type === "BYTE_ARRAY" && (isPlain || converted === "UTF8" || converted === "ENUM" || logical?.type === "STRING")
  );
}
