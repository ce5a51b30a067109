import type { SparseRows } from "../data/sparse-rows.ts";
import type { Batch } from "./network.ts";

/**
 * Copies the rows order[from] … order[to − 1], or where no order is given the rows from … to − 1, into a batch. Returns how many
 * entries they have.
 */
export function loadBatch(
  batch: Batch,
  { indptr, indices, values }: SparseRows,
  order: Int32Array | undefined,
  from: number,
  to: number,
): number {
  let at = 0;
  for (let i = from; i < to; i++) {
    const row = order === undefined ? i : order[i];
    const end = indptr[row + 1];
    for (let k = indptr[row]; k < end; k++, at++) {
      batch.indices[at] = indices[k];
      batch.values[at] = values[k];
    }
    batch.indptr[i - from + 1] = at;
  }
  return at;
}

/** Where a batch that begins with row `from` ends: after `mostRows` rows, or before its entries exceed their room. */
export function batchEnd({ indptr }: SparseRows, from: number, mostRows: number, mostEntries: number): number {
  const count = indptr.length - 1;
  let to = from;
  while (to < count && to - from < mostRows && indptr[to + 1] - indptr[from] <= mostEntries) to++;
  if (to === from) {
    const entries = indptr[from + 1] - indptr[from];
    throw new RangeError(`row ${from} has ${entries} entries; expected at most ${mostEntries}, a feature once`);
  }
  return to;
}
