import { type FileHandle, open } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { DatasetError } from "../reading/dataset-error.ts";
import type { ParquetFile } from "../records/parquet/chunk-pages.ts";
import { isGzipped, isParquet } from "./signatures.ts";
import type { SourceContent } from "./source-content.ts";

/** An open file or standard input. */
export interface OpenSource extends SourceContent {
  readonly chunks: AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

/** Opens a file, or standard input if the path is `-`, and recognizes gzip and Parquet by the first bytes. */
export async function openSource(path: string): Promise<OpenSource> {
  const file = path === "-" ? "standard input" : path;
  let handle: FileHandle | undefined;
  try {
    handle = path === "-" ? undefined : await open(path, "r");
    const stored = handle === undefined ? standardInput() : storedChunks(handle);
    const { value: first = new Uint8Array(0) } = await stored.next();
    const close = async (): Promise<void> => void (await handle?.close());
    if (isParquet(first)) {
      const parquet = handle === undefined ? await collected(withFirst(first, stored)) : await randomAccess(handle);
      return { file, gzip: false, parquet, chunks: stored, close };
    }
    const all = withFirst(first, stored);
    const gzip = isGzipped(first);
    return { file, gzip, parquet: undefined, chunks: explained(gzip ? unpackedChunks(all) : all, file), close };
  } catch (error) {
    await handle?.close();
    throw asDatasetError(error, file);
  }
}

async function* explained(chunks: AsyncGenerator<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw asDatasetError(error, file);
  }
}

async function* standardInput(): AsyncGenerator<Uint8Array, undefined> {
  for await (const chunk of process.stdin) yield chunk as Uint8Array;
  return undefined;
}

async function randomAccess(handle: FileHandle): Promise<ParquetFile> {
  const { size } = await handle.stat();
  return {
    byteLength: size,
    async slice(start, end = size) {
      const bytes = new Uint8Array(end - start);
      for (let filled = 0; filled < bytes.length; ) {
        const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
        if (bytesRead === 0) throw new Error("the file ends in the middle of its data");
        filled += bytesRead;
      }
      return bytes.buffer;
    },
  };
}

/** Loads a Parquet file into memory if its source, such as standard input, does not allow random access. */
async function collected(chunks: AsyncGenerator<Uint8Array>): Promise<ParquetFile> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk.slice());
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return { byteLength: bytes.length, slice: async (start, end) => bytes.buffer.slice(start, end) };
}

const CHUNK = 1 << 18;

/** An open file with the only method that this module needs, declared without Node's types. */
interface OpenFile {
  read(buffer: Uint8Array, offset: number, length: number, position: null): Promise<{ readonly bytesRead: number }>;
}

/**
 * Yields the raw bytes of a file. The first chunk has at least two bytes, unless the file is shorter.
 *
 * @param roomFor - Returns the array for the next chunk. Default: a single array of 2¹⁸ bytes that is reused.
 */
export async function* storedChunks(
  handle: OpenFile,
  onBytes: (bytes: Uint8Array) => void = () => {},
  roomFor: () => Uint8Array | undefined = () => undefined,
): AsyncGenerator<Uint8Array, undefined> {
  const own = new Uint8Array(CHUNK);
  for (let least = 2; ; least = 1) {
    const buffer = roomFor() ?? own;
    let filled = 0;
    while (filled < least) {
      // Position `null` continues where the last read ended, which also works for pipes.
      const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, null);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    if (filled === 0) return undefined;
    onBytes(buffer.subarray(0, filled));
    yield buffer.subarray(0, filled);
  }
}

/** Yields the chunk `first`, followed by all other chunks. */
export async function* withFirst(first: Uint8Array, others: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* others;
}

/** Decompresses gzipped chunks. */
export async function* unpackedChunks(packed: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  // The stream keeps references to chunks whose memory is reused, so it needs copies.
  const copies = Readable.from(copied(packed), { objectMode: true, highWaterMark: 1 });
  // The callback can ignore errors, because an error in either stream ends the iteration.
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
