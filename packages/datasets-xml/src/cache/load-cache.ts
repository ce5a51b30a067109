import { type FileHandle, open } from "node:fs/promises";
import { checkMemory, strictCsrProblem } from "@tierwise/data/reading";
import type { XmlDataset } from "../xml-dataset.ts";
import { headerBytes, LARGEST_COUNT } from "../xml-format/rows-parser.ts";
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
} from "./cache-file.ts";
import { type CacheSource, type FileState, matchesFingerprint } from "./cache-source.ts";
import { crc32 } from "./crc32.ts";

export interface CacheRequest {
  /** The files from which the cache must have been built; the cache is named after the first of them. */
  readonly paths: readonly string[];
  /** The current state of the files. */
  readonly state: FileState;
  readonly maxBytes: number;
  readonly onWarning: (message: string) => void;
}

export interface LoadedCache {
  readonly dataset: XmlDataset;
  /** If this load had to read the files: the source to store in the cache, so that the next load need not read them. */
  readonly knownAs?: CacheSource;
}

/**
 * Loads the dataset in the cache of the first path. Returns undefined if there is no cache, if it was built from
 * different content or by a different version, or if it is damaged or invalid. Only a damaged or invalid cache causes a warning.
 */
export async function loadCache(request: CacheRequest): Promise<LoadedCache | undefined> {
  const { paths, onWarning } = request;
  if (!canCache()) return undefined;
  const file = cachePath(paths[0]);
  const handle = await open(file, "r").catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    return await load(handle, request);
  } catch (error) {
    if (!(error instanceof CacheDamage)) throw error;
    onWarning(`${file} is ignored and rebuilt: ${error.message}`);
    return undefined;
  } finally {
    await handle.close();
  }
}

class CacheDamage extends Error {}

/** Throws if a text file with these contents would be rejected because of its size. */
function checkSizes(description: CacheDescription, file: string, maxBytes: number): void {
  const { numRows, numFeatures: numColumns, numLabels } = description;
  const what = "the rows, features and labels in the header";
  checkMemory(headerBytes({ numRows, numColumns, numLabels }), what, { file, line: 1 }, maxBytes);
  checkMemory(4 * wordsDescribed(description), "its rows", { file }, maxBytes);
}

async function load(handle: FileHandle, { paths, state, maxBytes }: CacheRequest): Promise<LoadedCache | undefined> {
  const { size } = await handle.stat();
  const preamble = new Int32Array(PREAMBLE_WORDS);
  await fill(handle, bytesOf(preamble), 0);
  const [magic, version, length, crc] = preamble;
  if (magic !== MAGIC) throw new CacheDamage("it is not a cache");
  if (version !== VERSION) return undefined;
  if (length < 0 || length > LONGEST_DESCRIPTION) throw new CacheDamage("its description is damaged");

  const text = new Uint8Array(length);
  await fill(handle, text, preamble.byteLength);
  const description = describedBy(text);
  // Before anything is allocated, the size in the description is compared with the size of the file.
  const start = preamble.byteLength + length;
  if (start + 4 * wordsDescribed(description) !== size) throw new CacheDamage("its length is wrong");
  const { fingerprint, identity } = description.source;
  const isSame = identity !== "" && identity === state.identity;
  if (!isSame && !(await matchesFingerprint(paths, state, fingerprint))) return undefined;
  checkSizes(description, paths[0], maxBytes);

  const dataset = emptyDataset(description);
  if ((await readSlices(handle, slicesOf(dataset), start, crc32(text, 0))) !== crc >>> 0) {
    throw new CacheDamage("its checksum is wrong");
  }
  const problem = datasetProblem(dataset);
  if (problem !== undefined) throw new CacheDamage(problem);
  return isSame || state.identity === ""
    ? { dataset }
    : { dataset, knownAs: { fingerprint, identity: state.identity } };
}

function describedBy(text: Uint8Array): CacheDescription {
  let value: Partial<CacheDescription> | null;
  try {
    value = JSON.parse(new TextDecoder().decode(text)) as Partial<CacheDescription> | null;
  } catch {
    throw new CacheDamage("its description is damaged");
  }
  const { source, numRows, numFeatures, numLabels, labelsHaveValues } = value ?? {};
  const counts = [numRows, numFeatures, numLabels];
  const { fingerprint, identity } = source ?? {};
  const isValid =
    typeof fingerprint === "string" && typeof identity === "string" && typeof labelsHaveValues === "boolean";
  if (!isValid || !counts.every((count) => count !== undefined && count <= LARGEST_COUNT)) {
    throw new CacheDamage("its description is damaged");
  }
  return value as CacheDescription;
}

/** Describes what is invalid about a dataset; undefined if it is valid. A correct checksum does not imply valid contents. */
function datasetProblem({ features, labels, numRows, numFeatures, numLabels }: XmlDataset): string | undefined {
  const inFeatures = strictCsrProblem(features, numRows, numFeatures);
  if (inFeatures !== undefined) return `its features are wrong: ${inFeatures}`;
  const inLabels = strictCsrProblem(labels, numRows, numLabels);
  if (inLabels !== undefined) return `its labels are wrong: ${inLabels}`;
  const weight = labels.values?.find((value) => value <= 0);
  return weight === undefined
    ? undefined
    : `its labels are wrong: one has the value ${weight}; expected a positive number`;
}

/** Fills consecutive slices from the file, starting at `start`. Returns the CRC-32 `before`, updated with their bytes. */
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
  // If several reads fail, the first failure is reported below; the others must not become unhandled rejections.
  for (const read of reads) read.catch(() => {});
  let crc = before;
  for (const [i, slice] of slices.entries()) {
    await reads[i];
    crc = crc32(slice, crc);
  }
  return crc;
}

/** Fills `bytes` from the file, starting at `position`. */
async function fill(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, position + filled);
    if (bytesRead === 0) throw new CacheDamage("it ends early");
    filled += bytesRead;
  }
}
