import { sharedZeros } from "../../data/sparse-rows.ts";
import { itemCounts, type PreparedData, relevantItems } from "../../data/training-data.ts";

/** The GLaS target for the inner products of labels: a symmetric sparse matrix with unit diagonal and ascending columns in each row. */
export interface LabelTarget {
  /** The start of each row, followed by the end of the last row. */
  readonly indptr: Float64Array;
  readonly indices: Int32Array;
  readonly values: Float32Array;
}

/**
 * ½(A·Z⁻¹ + Z⁻¹·A) over the listed rows (Guo et al. 2019), where A_ij is the number of rows whose first tier contains labels i and j,
 * and Z is the diagonal of A: entry (i, j) is the mean of P(i | j) and P(j | i). Only pairs of labels that occur together take memory.
 * A label that never occurs has only its diagonal entry.
 */
export function labelTarget(data: PreparedData, rows: Int32Array): LabelTarget {
  const { itemCount, items, tierOffsets, preferenceOffsets } = data.preferences;
  const counts = itemCounts(data, rows);
  const naming = rowsByLabel(data, rows, counts);
  const together = new Int32Array(itemCount);
  const seen = new Int32Array(itemCount);

  /** Counts co-occurrences with `label` in `together`, lists the co-occurring labels in `seen`, and returns their number. */
  function count(label: number): number {
    let found = 0;
    for (let r = naming.indptr[label]; r < naming.indptr[label + 1]; r++) {
      const tier = preferenceOffsets[naming.rows[r]];
      const end = tierOffsets[tier + 1];
      for (let k = tierOffsets[tier]; k < end; k++) {
        if (together[items[k]]++ === 0) seen[found++] = items[k];
      }
    }
    // The diagonal entry is always present.
    if (found === 0) seen[found++] = label;
    return found;
  }

  const indptr = sharedZeros(Float64Array, itemCount + 1);
  for (let label = 0; label < itemCount; label++) {
    const found = count(label);
    indptr[label + 1] = indptr[label] + found;
    for (let i = 0; i < found; i++) together[seen[i]] = 0;
  }
  const indices = sharedZeros(Int32Array, indptr[itemCount]);
  const values = sharedZeros(Float32Array, indptr[itemCount]);
  for (let label = 0; label < itemCount; label++) {
    const found = count(label);
    const from = indptr[label];
    seen.subarray(0, found).sort();
    for (let i = 0; i < found; i++) {
      const other = seen[i];
      indices[from + i] = other;
      values[from + i] = other === label ? 1 : 0.5 * together[other] * (1 / counts[label] + 1 / counts[other]);
      together[other] = 0;
    }
  }
  return { indptr, indices, values };
}

/** The rows that have each label in their first tier, grouped by label. */
function rowsByLabel(
  data: PreparedData,
  rows: Int32Array,
  counts: Float64Array,
): { readonly indptr: Float64Array; readonly rows: Int32Array } {
  const indptr = new Float64Array(counts.length + 1);
  for (let label = 0; label < counts.length; label++) indptr[label + 1] = indptr[label] + counts[label];
  const sorted = new Int32Array(indptr[counts.length]);
  const next = indptr.slice();
  for (const row of rows) for (const label of relevantItems(data, row)) sorted[next[label]++] = row;
  return { indptr, rows: sorted };
}

/** An upper bound on the number of distinct labels in any `batchSize` rows: the sum of the `batchSize` largest label counts, at most N. */
export function mostLabels(data: PreparedData, batchSize: number): number {
  const lengths = Int32Array.from({ length: data.rowCount }, (_, row) => relevantItems(data, row).length).sort();
  let most = 0;
  for (const length of lengths.subarray(Math.max(0, lengths.length - batchSize))) most += length;
  return Math.min(most, data.preferences.itemCount);
}
