import { type FileHandle, open } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { DatasetError } from "../reading/dataset-error.ts";
import { feedBytes, type LineParser } from "../reading/lines.ts";
import type { MemoryOptions } from "../reading/memory-limit.ts";

/** Runs a line parser over a UTF-8 text file, plain or gzipped, without ever holding the complete text in memory. */
export async function parseFile<T>(path: string, parser: LineParser<T>, options: MemoryOptions = {}): Promise<T> {
  const feed = feedBytes(parser, path, options);
  for await (const chunk of readChunks(path)) feed.push(chunk);
  return feed.finish();
}

/**
 * Reads a text file, plain or gzipped, line by line: UTF-8 with or without a byte order mark, lines ending in LF or CRLF. All
 * readers of this package work this way.
 *
 * @param path - The file.
 * @param onLine - Receives a line without its line ending, and its 1-based number. Return `false` to stop reading.
 * @param options - The memory limit.
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

const CHUNK = 1 << 18;

/**
 * Yields the bytes of a file in chunks, decompressed if they start with the gzip signature (1f 8b), regardless of the file's name. A
 * chunk is valid until the next one is requested. System errors are rethrown as a DatasetError that names the file.
 *
 * @param onBytes - Receives the raw bytes of the file, compressed or not, as they are read.
 */
export async function* readChunks(path: string, onBytes?: (bytes: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, "r");
    const chunks = storedChunks(handle, onBytes);
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

/** The part of an open file that is read; its type does not depend on the types of Node. */
interface OpenFile {
  read(buffer: Uint8Array, offset: number, length: number, position: null): Promise<{ readonly bytesRead: number }>;
}

/** Yields the raw bytes of a file. The first chunk has at least two bytes, unless the file is shorter. */
export async function* storedChunks(
  handle: OpenFile,
  onBytes: (bytes: Uint8Array) => void = () => {},
): AsyncGenerator<Uint8Array, undefined> {
  const buffer = new Uint8Array(CHUNK);
  for (let least = 2; ; least = 1) {
    let filled = 0;
    while (filled < least) {
      // Position `null` continues where the last read ended, so pipes work too.
      const { bytesRead } = await handle.read(buffer, filled, CHUNK - filled, null);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    if (filled === 0) return undefined;
    onBytes(buffer.subarray(0, filled));
    yield buffer.subarray(0, filled);
  }
}

/** Yields a chunk before the others. */
export async function* withFirst(first: Uint8Array, others: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* others;
}

/** Decompresses gzipped chunks. */
export async function* unpackedChunks(packed: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  // The stream keeps references to chunks whose memory is reused, so it needs copies.
  const copies = Readable.from(copied(packed), { objectMode: true, highWaterMark: 1 });
  // An error in either stream ends the iteration.
  const unpacked = pipeline(copies, createGunzip({ chunkSize: CHUNK }), () => {});
  yield* unpacked as AsyncIterable<Uint8Array>;
}

async function* copied(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield chunk.slice();
}

const MEANING: Record<string, string> = {
  EACCES: "cannot be read: permission denied",
  EISDIR: "is a directory, not a file",
  ENOENT: "there is no such file",
  Z_BUF_ERROR: "ends in the middle of its gzip data",
  Z_DATA_ERROR: "has damaged gzip data",
};

/** Converts a system error to a DatasetError; other errors pass through. */
export function asDatasetError(error: unknown, file: string): unknown {
  if (error instanceof DatasetError || !(error instanceof Error) || !("code" in error)) return error;
  const problem = MEANING[String(error.code)] ?? error.message;
  return new DatasetError(problem, { file, cause: error });
}

/** Whether bytes start with the gzip signature. */
export function isGzipped(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
