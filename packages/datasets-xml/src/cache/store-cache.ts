import { writeFileWhole } from "../files/write-file.ts";
import type { XmlDataset } from "../xml-dataset.ts";
import { cachePath, canCache, describeForCache, MAGIC, VERSION, wordsOf } from "./cache-format.ts";
import { createChecksum } from "./checksum.ts";

/** A folder that is read-only is no reason to complain, nor is a path whose cache would have too long a name. */
const NO_PLACE = new Set(["EACCES", "EPERM", "EROFS", "ENAMETOOLONG"]);

/** Writes the cache of `path`, for the files that `source` describes. */
export async function storeCache(
  path: string,
  source: string,
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

function chunksOf(source: string, dataset: XmlDataset): Uint8Array[] {
  const description = new TextEncoder().encode(padded(JSON.stringify(describeForCache(source, dataset))));
  const text = new Int32Array(description.slice().buffer);
  const arrays = wordsOf(dataset);
  const checksum = createChecksum();
  for (const words of [text, ...arrays]) checksum.add(words);
  const preamble = Int32Array.of(MAGIC, VERSION, description.length, ...checksum.result());
  return [preamble, text, ...arrays].map((words) => new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
}

/** Spaces behind JSON mean nothing; with them its UTF-8 form is a whole number of words. */
function padded(json: string): string {
  const { length } = new TextEncoder().encode(json);
  return json + " ".repeat((4 - (length % 4)) % 4);
}
