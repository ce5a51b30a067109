import { writeFileWhole } from "@tierwise/data/files";
import type { XmlDataset } from "../xml-dataset.ts";
import {
  bytesOf,
  type CacheSource,
  cachePath,
  canCache,
  describeForCache,
  MAGIC,
  slicesOf,
  VERSION,
} from "./cache-format.ts";
import { crc32 } from "./crc32.ts";

/** A folder that is read-only is no reason to complain, nor is a path whose cache would have too long a name. */
const NO_PLACE = new Set(["EACCES", "EPERM", "EROFS", "ENAMETOOLONG"]);

/** Writes the cache of `path`, for the files of `source`. */
export async function storeCache(
  path: string,
  source: CacheSource,
  dataset: XmlDataset,
  onWarning: (message: string) => void,
): Promise<void> {
  if (!canCache()) return;
  try {
    await writeFileWhole(cachePath(path), chunksOf(source, dataset));
  } catch (error) {
    if (NO_PLACE.has(String((error as NodeJS.ErrnoException).code))) return;
    onWarning(`${cachePath(path)} could not be written: ${(error as Error).message}`);
  }
}

function chunksOf(source: CacheSource, dataset: XmlDataset): Uint8Array[] {
  const description = new TextEncoder().encode(JSON.stringify(describeForCache(source, dataset)));
  const content = [description, ...slicesOf(dataset)];
  const crc = content.reduce((before, bytes) => crc32(bytes, before), 0);
  return [bytesOf(Int32Array.of(MAGIC, VERSION, description.length, crc)), ...content];
}
