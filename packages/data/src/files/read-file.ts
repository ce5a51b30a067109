import { type FileHandle, open } from "node:fs/promises";
import { feedBytes, type LineParser } from "../reading/lines.ts";
import type { MemoryOptions } from "../reading/memory-limit.ts";
import { asDatasetError, storedChunks, unpackedChunks, withFirst } from "./open-source.ts";
import { isGzipped } from "./signatures.ts";

/** Runs a line parser over a UTF-8 text file, plain or gzipped, without loading the complete text into memory. */
export async function parseFile<T>(path: string, parser: LineParser<T>, options: MemoryOptions = {}): Promise<T> {
  const feed = feedBytes(parser, path, options);
  for await (const chunk of readChunks(path)) feed.push(chunk);
  return feed.finish();
}

/**
 * Reads a text file, plain or gzipped, line by line. The text must be UTF-8, with or without a byte order mark; lines end in LF or CRLF.
 *
 * @param path - The path of the file.
 * @param onLine - Receives a line without its line ending, and its 1-based number. Return `false` to stop reading.
 * @param options - `maxBytes`, the memory limit.
 * @throws DatasetError with file and line if the bytes are not valid UTF-8 or a line is too long.
 *
 * @example
 * ```ts
 * import { mkdtempSync, writeFileSync } from "node:fs";
 * import { join } from "node:path";
 * import { tmpdir } from "node:os";
 * import { readLines } from "@tierwise/data";
 *
 * const path = join(mkdtempSync(join(tmpdir(), "tierwise-")), "names.txt");
 * writeFileSync(path, "tea\r\nmilk\n");
 * await readLines(path, (text, line) => console.log(line, text));
 * // 1 tea
 * // 2 milk
 * ```
 */
export async function readLines(
  path: string,
  // biome-ignore lint/suspicious/noConfusingVoidType: a callback that returns nothing continues reading.
  onLine: (text: string, line: number) => boolean | void,
  options: MemoryOptions = {},
): Promise<void> {
  let isReading = true;
  const line = (text: string, number: number): void => {
    if (isReading) isReading = onLine(text, number) !== false;
  };
  const feed = feedBytes({ line, finish: () => {} }, path, options);
  for await (const chunk of readChunks(path)) {
    feed.push(chunk);
    if (!isReading) return;
  }
  feed.finish();
}

/**
 * Yields the bytes of a file in chunks, decompressed if they start with the gzip signature (1f 8b), regardless of the file's name. A chunk
 * is valid until the next chunk is requested. System errors are rethrown as a DatasetError that names the file.
 *
 * @param onBytes - Receives the raw bytes of the file, compressed or not, as they are read.
 * @param roomFor - Returns the array into which the next raw bytes are read, such as a parser's own memory. Default: one reused array.
 */
export async function* readChunks(
  path: string,
  onBytes?: (bytes: Uint8Array) => void,
  roomFor?: () => Uint8Array | undefined,
): AsyncGenerator<Uint8Array> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, "r");
    const chunks = storedChunks(handle, onBytes, roomFor);
    const { value: first } = await chunks.next();
    if (first === undefined) return;
    const all = withFirst(first, chunks);
    yield* isGzipped(first) ? unpackedChunks(all) : all;
  } catch (error) {
    throw asDatasetError(error, path);
  } finally {
    await handle?.close();
  }
}

/** Passes all raw bytes of a file to `onBytes`, without decompression. */
export async function readRawBytes(path: string, onBytes: (bytes: Uint8Array) => void): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, "r");
    for await (const _ of storedChunks(handle, onBytes));
  } catch (error) {
    throw asDatasetError(error, path);
  } finally {
    await handle?.close();
  }
}
