import { writeFileAtomic } from "@tierwise/data/files";
import type { XmlDataset } from "../xml-dataset.ts";
import type { CacheSource } from "./cache-source.ts";
import { crc32 } from "./crc32.ts";

/**
 * The description of a dataset in its cache file. The file is little-endian and contains, in this order,
 *
 *     "TWXC"   version   length of the description   CRC-32   description (JSON)   arrays
 *
 * The first four fields are four-byte words. The description contains the source of the cache and the lengths of the arrays. The CRC covers
 * the description and the arrays.
 */
export interface CacheDescription {
  /** The text files that the cache was built from. */
  readonly source: CacheSource;
  readonly numRows: number;
  readonly numFeatures: number;
  readonly numLabels: number;
  readonly numEntries: number;
  readonly numLabelEntries: number;
  readonly labelsHaveValues: boolean;
}

export const PREAMBLE_WORDS = 4;
export const MAGIC = 0x43585754;
export const VERSION = 2;
export const LONGEST_DESCRIPTION = 1 << 16;

/** The path of the cache for a text file. */
export function cachePath(path: string): string {
  return `${path}.tierwise-cache`;
}

/** Whether this machine is little-endian. Other machines do not use caches, because arrays are stored as they are in memory. */
export function canCache(): boolean {
  return new Uint8Array(Int32Array.of(1).buffer)[0] === 1;
}

function describeForCache(source: CacheSource, dataset: XmlDataset): CacheDescription {
  const { numRows, numFeatures, numLabels, features, labels } = dataset;
  return {
    source,
    numRows,
    numFeatures,
    numLabels,
    numEntries: features.indices.length,
    numLabelEntries: labels.indices.length,
    labelsHaveValues: labels.values !== undefined,
  };
}

/** The number of words that the described arrays occupy; NaN if the description is invalid. */
export function wordsDescribed(description: CacheDescription): number {
  const { numRows, numFeatures, numLabels, numEntries, numLabelEntries, labelsHaveValues } = description;
  const counts = [numRows, numFeatures, numLabels, numEntries, numLabelEntries];
  if (!counts.every((count) => Number.isSafeInteger(count) && count >= 0)) return Number.NaN;
  return 2 * (numRows + 1) + 2 * numEntries + (labelsHaveValues ? 2 : 1) * numLabelEntries;
}

/** Allocates a dataset of the described size, with arrays of zeros. */
export function emptyDataset(description: CacheDescription): XmlDataset {
  const { numRows, numFeatures, numLabels, numEntries, numLabelEntries, labelsHaveValues } = description;
  const labels = { indptr: new Int32Array(numRows + 1), indices: new Int32Array(numLabelEntries) };
  return {
    features: {
      indptr: new Int32Array(numRows + 1),
      indices: new Int32Array(numEntries),
      values: new Float32Array(numEntries),
    },
    labels: labelsHaveValues ? { ...labels, values: new Float32Array(numLabelEntries) } : labels,
    numRows,
    numFeatures,
    numLabels,
  };
}

/** The size of a slice in bytes. Arrays are read in slices so that one can be checked while others are being read. */
const SLICE = 1 << 20;

/** Returns the bytes of the arrays in a dataset as slices, without copying, in the order of a cache file. */
export function slicesOf({ features, labels }: XmlDataset): Uint8Array[] {
  const arrays = [features.indptr, features.indices, features.values, labels.indptr, labels.indices, labels.values];
  const slices: Uint8Array[] = [];
  for (const array of arrays) {
    if (array === undefined) continue;
    const bytes = bytesOf(array);
    for (let start = 0; start < bytes.length; start += SLICE) slices.push(bytes.subarray(start, start + SLICE));
  }
  return slices;
}

/** The bytes of an array, as a view. */
export function bytesOf({ buffer, byteOffset, byteLength }: Int32Array | Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The codes of errors that cause no warning: those for a read-only folder, and for a cache name that is too long. */
const NO_PLACE = new Set(["EACCES", "EPERM", "EROFS", "ENAMETOOLONG"]);

/** Writes the cache file for `path`, including `source`, which identifies the text files that it was built from. */
export async function storeCache(
  path: string,
  source: CacheSource,
  dataset: XmlDataset,
  onWarning: (message: string) => void,
): Promise<void> {
  if (!canCache()) return;
  try {
    await writeFileAtomic(cachePath(path), chunksOf(source, dataset));
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
