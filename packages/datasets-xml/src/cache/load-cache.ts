import { type FileHandle, open } from "node:fs/promises";
import type { XmlDataset } from "../xml-dataset.ts";
import {
  bytesOf,
  type CacheDescription,
  cachePath,
  canCache,
  emptyDataset,
  LONGEST_DESCRIPTION,
  MAGIC,
  PREAMBLE_WORDS,
  slicesOf,
  VERSION,
  wordsDescribed,
} from "./cache-format.ts";
import { crc32 } from "./crc32.ts";

/**
 * The data set in the cache of `path`, or nothing: where there is no cache, where it was built from other files than
 * `source` describes, by another version, or where it is damaged. Only the last is worth a warning.
 */
export async function loadCache(
  path: string,
  source: string,
  onWarning: (message: string) => void,
): Promise<XmlDataset | undefined> {
  if (!canCache()) return undefined;
  const file = cachePath(path);
  const handle = await open(file, "r").catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    return await load(handle, source);
  } catch (error) {
    onWarning(`${file} is ignored and built again: ${(error as Error).message}`);
    return undefined;
  } finally {
    await handle.close();
  }
}

async function load(handle: FileHandle, source: string): Promise<XmlDataset | undefined> {
  const { size } = await handle.stat();
  const preamble = new Int32Array(PREAMBLE_WORDS);
  await fill(handle, bytesOf(preamble), 0);
  const [magic, version, length, crc] = preamble;
  if (magic !== MAGIC) throw new Error("it is not a cache");
  if (version !== VERSION) return undefined;
  if (length < 0 || length > LONGEST_DESCRIPTION) throw new Error("its description is damaged");

  const text = new Uint8Array(length);
  await fill(handle, text, preamble.byteLength);
  const description = JSON.parse(new TextDecoder().decode(text)) as CacheDescription;
  if (description.source !== source) return undefined;
  // Before anything is allocated: what is promised is what the file has.
  const start = preamble.byteLength + length;
  if (start + 4 * wordsDescribed(description) !== size) throw new Error("its length is wrong");

  const dataset = emptyDataset(description);
  if ((await readSlices(handle, slicesOf(dataset), start, crc32(text, 0))) !== crc >>> 0) {
    throw new Error("its checksum is wrong");
  }
  return dataset;
}

/** Fills slices that stand one after the other from `start` on, and returns their CRC-32, behind bytes with `before`. */
async function readSlices(
  handle: FileHandle,
  slices: readonly Uint8Array[],
  start: number,
  before: number,
): Promise<number> {
  let position = start;
  const reads = slices.map((slice) => {
    const read = fill(handle, slice, position);
    position += slice.length;
    return read;
  });
  // Where several reads fail, the first is reported below and no other may count as unhandled.
  for (const read of reads) read.catch(() => {});
  let crc = before;
  for (const [i, slice] of slices.entries()) {
    await reads[i];
    crc = crc32(slice, crc);
  }
  return crc;
}

/** Fills `bytes` with what stands in the file from `position` on. */
async function fill(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, position + filled);
    if (bytesRead === 0) throw new Error("it ends early");
    filled += bytesRead;
  }
}
