import { type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { DatasetError } from "../dataset-error.ts";

const CHUNK = 1 << 18;

/**
 * The bytes of a file in chunks, unpacked where they start as gzip does (1f 8b), whatever the file is called. A chunk is
 * valid until the next one is asked for. What the system reports becomes a DatasetError that names the file.
 */
export async function* readChunks(path: string): AsyncGenerator<Uint8Array> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, "r");
    const start = new Uint8Array(2);
    await handle.read(start, 0, 2, 0);
    yield* start[0] === 0x1f && start[1] === 0x8b ? unpackedChunks(handle) : plainChunks(handle);
  } catch (error) {
    throw asDatasetError(error, path);
  } finally {
    await handle?.close();
  }
}

async function* plainChunks(handle: FileHandle): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(CHUNK);
  for (let position = 0; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, CHUNK, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function* unpackedChunks(handle: FileHandle): AsyncGenerator<Uint8Array> {
  const packed = handle.createReadStream({ start: 0, autoClose: false, highWaterMark: CHUNK });
  // An error of either stream ends the iteration.
  const unpacked = pipeline(packed, createGunzip({ chunkSize: CHUNK }), () => {});
  yield* unpacked as AsyncIterable<Uint8Array>;
}

const MEANING: Record<string, string> = {
  EACCES: "cannot be read: permission denied",
  EISDIR: "is a directory, not a file",
  ENOENT: "there is no such file",
  Z_BUF_ERROR: "ends in the middle of its gzip data",
  Z_DATA_ERROR: "has damaged gzip data",
};

/** An error of the system as one of this package; others stay as they are. */
export function asDatasetError(error: unknown, file: string): unknown {
  if (error instanceof DatasetError || !(error instanceof Error) || !("code" in error)) return error;
  const problem = MEANING[String(error.code)] ?? error.message;
  return new DatasetError(problem, { file, cause: error });
}
