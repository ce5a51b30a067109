import { type FileHandle, open } from "node:fs/promises";
import { csrProblem } from "../csr.ts";
import type { XmlDataset } from "../xml-dataset.ts";
import {
  type CacheDescription,
  cachePath,
  canCache,
  emptyDataset,
  LONGEST_DESCRIPTION,
  MAGIC,
  PREAMBLE_WORDS,
  VERSION,
  wordsDescribed,
  wordsOf,
} from "./cache-format.ts";
import { createChecksum } from "./checksum.ts";

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
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, "r");
    return await load(handle, source);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
      onWarning(`${file} is ignored and built again: ${(error as Error).message}`);
    }
    return undefined;
  } finally {
    await handle?.close();
  }
}

async function load(handle: FileHandle, source: string): Promise<XmlDataset | undefined> {
  const { size } = await handle.stat();
  const preamble = new Int32Array(PREAMBLE_WORDS);
  let position = await fill(handle, preamble, 0);
  const [magic, version, length, ...expected] = preamble;
  if (magic !== MAGIC) throw new Error("it is not a cache");
  if (version !== VERSION) return undefined;
  if (length < 0 || length > LONGEST_DESCRIPTION || length % 4 !== 0) throw new Error("its description is damaged");

  const text = new Int32Array(length / 4);
  position = await fill(handle, text, position);
  const description = JSON.parse(new TextDecoder().decode(text)) as CacheDescription;
  if (description.source !== source) return undefined;
  // Before anything is allocated: what is promised is what the file has.
  if (position + 4 * wordsDescribed(description) !== size) throw new Error("its length is wrong");

  const dataset = emptyDataset(description);
  const checksum = createChecksum();
  checksum.add(text);
  for (const words of wordsOf(dataset)) {
    position = await fill(handle, words, position);
    checksum.add(words);
  }
  if (checksum.result().some((word, i) => word !== expected[i])) throw new Error("its checksum is wrong");
  const { features, labels, numRows, numFeatures, numLabels } = dataset;
  const problem = csrProblem(features, numRows, numFeatures) ?? csrProblem(labels, numRows, numLabels);
  if (problem !== undefined) throw new Error(problem);
  return dataset;
}

/** Fills `words` from `position` on and returns the position behind them. */
async function fill(handle: FileHandle, words: Int32Array, position: number): Promise<number> {
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, position + filled);
    if (bytesRead === 0) throw new Error("it ends early");
    filled += bytesRead;
  }
  return position + filled;
}
