import type { XmlDataset } from "../xml-dataset.ts";

/**
 * A cache file, everything little-endian and in units of four bytes:
 *
 *     "TWXC"   version   length of the description   checksum (4 words)   description (JSON)   arrays
 *
 * The description says what the cache was built from and how long the arrays are. The checksum covers the description
 * and the arrays.
 */
export interface CacheDescription {
  /** The fingerprint of the text files. */
  readonly source: string;
  readonly numRows: number;
  readonly numFeatures: number;
  readonly numLabels: number;
  readonly numEntries: number;
  readonly numLabelEntries: number;
  readonly labelsHaveValues: boolean;
}

export const PREAMBLE_WORDS = 7;
export const MAGIC = 0x43585754;
export const VERSION = 1;
export const LONGEST_DESCRIPTION = 1 << 16;

export type CachedArray = Int32Array | Float32Array;

/** The path of the cache of a text file. */
export function cachePath(path: string): string {
  return `${path}.tierwise-cache`;
}

/** Typed arrays stand in the file as they stand in memory, so only little-endian machines have a cache. */
export function canCache(): boolean {
  return new Uint8Array(Int32Array.of(1).buffer)[0] === 1;
}

export function describeForCache(source: string, dataset: XmlDataset): CacheDescription {
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

/** How many words the arrays take that a description promises; NaN where it is no description. */
export function wordsDescribed(description: CacheDescription): number {
  const { numRows, numFeatures, numLabels, numEntries, numLabelEntries, labelsHaveValues } = description;
  const counts = [numRows, numFeatures, numLabels, numEntries, numLabelEntries];
  if (!counts.every((count) => Number.isSafeInteger(count) && count >= 0)) return Number.NaN;
  return 2 * (numRows + 1) + 2 * numEntries + (labelsHaveValues ? 2 : 1) * numLabelEntries;
}

/** A data set of the described size whose arrays are still to be filled. */
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

/** The arrays of a data set in the order in which a cache holds them, as words. */
export function wordsOf({ features, labels }: XmlDataset): Int32Array[] {
  const arrays: (CachedArray | undefined)[] = [
    features.indptr,
    features.indices,
    features.values,
    labels.indptr,
    labels.indices,
    labels.values,
  ];
  return arrays
    .filter((array) => array !== undefined)
    .map((array) => new Int32Array(array.buffer, array.byteOffset, array.length));
}
