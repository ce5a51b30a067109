import type { PageHeader } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";

/** Random access to the bytes of a Parquet file. */
export interface ParquetFile {
  readonly byteLength: number;
  slice(start: number, end?: number): Promise<ArrayBuffer>;
}

/** One page of a column chunk, as it is stored. */
export interface StoredPage {
  readonly header: PageHeader;
  /** The page without its header. */
  readonly bytes: Uint8Array;
}

/** The number of bytes to read at a time, unless a page is longer. */
const WINDOW = 1 << 20;
/** The expected maximum size of a page header in bytes; a longer header is read again with more bytes. */
const HEADER = 1 << 14;

/** Reads the pages of a column chunk one by one; the chunk spans bytes `start` to `end` of the file. */
export function createChunkPages(file: ParquetFile, start: number, end: number): () => Promise<StoredPage> {
  let window = new Uint8Array(0);
  let windowStart = start;
  let at = start;

  /** Makes the next `count` bytes of the chunk available, or all remaining bytes if there are fewer. */
  async function load(count: number): Promise<void> {
    const needed = Math.min(end, at + count);
    if (needed <= windowStart + window.length) return;
    window = new Uint8Array(await file.slice(at, Math.min(end, Math.max(needed, at + WINDOW))));
    windowStart = at;
  }

  async function nextHeader(): Promise<PageHeader> {
    for (let size = HEADER; ; size *= 4) {
      await load(size);
      const reader = { view: new DataView(window.buffer), offset: at - windowStart };
      try {
        const header = parquetHeader(reader);
        at = windowStart + reader.offset;
        return header;
      } catch (error) {
        if (!(error instanceof RangeError) || at + size >= end) throw error;
      }
    }
  }

  return async () => {
    if (at >= end) throw new Error("a column ends before its last row");
    const header = await nextHeader();
    const size = header.compressed_page_size;
    if (!(size >= 0 && at + size <= end)) throw new Error(`a page of ${size} bytes is longer than its column`);
    await load(size);
    const from = at - windowStart;
    at += size;
    return { header, bytes: window.subarray(from, from + size) };
  };
}
