import { type FileHandle, open } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { DatasetError } from "../reading/dataset-error.ts";
import { feedBytes, type LineParser } from "../reading/lines.ts";
import type { MemoryOptions } from "../reading/memory-limit.ts";

/** Runs a line parser over a text file in UTF-8, plain or packed with gzip. The text is never in memory as a whole. */
export async function parseFile<T>(path: string, parser: LineParser<T>, options: MemoryOptions = {}): Promise<T> {
  const feed = feedBytes(parser, path, options);
  for await (const chunk of readChunks(path)) feed.push(chunk);
  return feed.finish();
}

/**
 * Reads a text file line by line, plain or packed with gzip, as all readers here do: UTF-8 with or without a byte order mark,
 * line ends LF or CRLF. A DatasetError, with file and line, where the bytes are no UTF-8 or a line is too long.
 *
 * @param path - The file.
 * @param onLine - Takes a line without its end, and its number from 1. Returning `false` ends the reading.
 * @param options - The memory that may be used.
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
  // biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing reads on.
  onLine: (text: string, line: number) => boolean | void,
  options: MemoryOptions = {},
): Promise<void> {
  let wanted = true;
  const line = (text: string, number: number): void => {
    if (wanted) wanted = onLine(text, number) !== false;
  };
  const feed = feedBytes({ line, finish: () => {} }, path, options);
  for await (const chunk of readChunks(path)) {
    feed.push(chunk);
    if (!wanted) return;
  }
  feed.finish();
}

const CHUNK = 1 << 18;

/**
 * The bytes of a file in chunks, unpacked where they start as gzip does (1f 8b), whatever the file is called. A chunk is
 * valid until the next one is asked for. What the system reports becomes a DatasetError that names the file.
 *
 * @param onBytes - Sees the bytes as they stand in the file, packed or not, as they are read.
 */
export async function* readChunks(path: string, onBytes?: (bytes: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, "r");
    const chunks = storedChunks(handle, onBytes);
    const { value: first } = await chunks.next();
    if (first === undefined) return;
    const all = withFirst(first, chunks);
    yield* first[0] === 0x1f && first[1] === 0x8b ? unpackedChunks(all) : all;
  } catch (error) {
    throw asDatasetError(error, path);
  } finally {
    await handle?.close();
  }
}

/** Shows all bytes of a file, as they stand there. */
export async function readStored(path: string, onBytes: (bytes: Uint8Array) => void): Promise<void> {
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

/** The bytes as they stand in the file. The first chunk has two of them at least, where there are two. */
async function* storedChunks(
  handle: FileHandle,
  onBytes: (bytes: Uint8Array) => void = () => {},
): AsyncGenerator<Uint8Array, undefined> {
  const buffer = new Uint8Array(CHUNK);
  for (let least = 2; ; least = 1) {
    let filled = 0;
    while (filled < least) {
      // From where the last read ended, so that pipes can be read as well.
      const { bytesRead } = await handle.read(buffer, filled, CHUNK - filled, null);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    if (filled === 0) return undefined;
    onBytes(buffer.subarray(0, filled));
    yield buffer.subarray(0, filled);
  }
}

async function* withFirst(first: Uint8Array, others: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* others;
}

async function* unpackedChunks(packed: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  // The stream holds on to chunks whose memory is used again.
  const copies = Readable.from(copied(packed), { objectMode: true, highWaterMark: 1 });
  // An error of either stream ends the iteration.
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

/** An error of the system as one of this package; others stay as they are. */
function asDatasetError(error: unknown, file: string): unknown {
  if (error instanceof DatasetError || !(error instanceof Error) || !("code" in error)) return error;
  const problem = MEANING[String(error.code)] ?? error.message;
  return new DatasetError(problem, { file, cause: error });
}
