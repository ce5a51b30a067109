import { type DocumentLists, documentCount } from "../lists/document-lists.ts";

/** The maximum number of documents that are sorted to find the quantiles of a feature. */
const SAMPLE = 1 << 16;

/**
 * The thresholds of every feature, ascending: a value x is in bin b if exactly b thresholds are below x. A feature with at most `bins`
 * distinct values has a threshold between any two neighbors; otherwise, quantiles are the thresholds, so that bins are about equally full.
 */
export function featureThresholds({ featureCount, features, offsets }: DocumentLists, bins: number): Float32Array[] {
  const count = documentCount({ offsets });
  const step = Math.max(1, Math.ceil(count / SAMPLE));
  const sample = new Float32Array(Math.ceil(count / step));
  return Array.from({ length: featureCount }, (_, f) => {
    for (let i = 0, at = f; i < sample.length; i++, at += step * featureCount) sample[i] = features[at];
    return thresholdsOf(sample.sort(), bins);
  });
}

function thresholdsOf(sorted: Float32Array, bins: number): Float32Array {
  const values: number[] = [];
  const counts: number[] = [];
  for (const value of sorted) {
    if (value === values[values.length - 1]) counts[counts.length - 1]++;
    else {
      values.push(value);
      counts.push(1);
    }
  }
  if (values.length <= bins) return Float32Array.from(values.slice(1), (value, i) => between(values[i], value));
  const thresholds: number[] = [];
  let left = sorted.length;
  let inBin = 0;
  for (let i = 0; i + 1 < values.length && thresholds.length < bins - 1; i++) {
    inBin += counts[i];
    // A bin ends as soon as it has its share of the remaining documents; a frequent value has a separate bin.
    const share = left / (bins - thresholds.length);
    if (inBin >= share || counts[i + 1] >= share) {
      thresholds.push(between(values[i], values[i + 1]));
      left -= inBin;
      inBin = 0;
    }
  }
  return Float32Array.from(thresholds);
}

/** A float t with low ≤ t < high. */
function between(low: number, high: number): number {
  const middle = Math.fround(low + (high - low) / 2);
  return middle < high ? middle : low;
}
