import type { Csr } from "@tierwise/data/rows";
import { shared, sharedZeros } from "../data/sparse-rows.ts";

/** The rankings of a batch, and its candidates and exclusions. All are in shared memory if several threads use them. */
export interface BatchRankings {
  /** The number of places per row; the number of items to find, which may be smaller, is in the control array. */
  readonly stride: number;
  /** Batch × stride items; −1 in unused places of rows with fewer eligible items. */
  readonly items: Int32Array;
  /** The score of each item, or NaN where the item is −1. */
  readonly scores: Float32Array;
  /** The candidates, ascending; if given, a row of scores contains the scores of a panel of candidates, in this order. Default: all items. */
  readonly candidates?: Int32Array | undefined;
  /** The items to exclude for each row that is to be ranked. Default: none. */
  readonly exclude?: Csr | undefined;
}

export function allocateRankings(
  rows: number,
  stride: number,
  { candidates, exclude }: Restrictions = {},
): BatchRankings {
  const [items, scores] = [sharedZeros(Int32Array, rows * stride), sharedZeros(Float32Array, rows * stride)];
  return { stride, items, scores, candidates, exclude };
}

type Restrictions = Pick<BatchRankings, "candidates" | "exclude">;

/** Candidates and exclusions in memory that threads share. */
export function sharedRestrictions({ candidates, exclude }: Restrictions): Restrictions {
  return {
    candidates: candidates && shared(candidates),
    exclude: exclude && { indptr: shared(exclude.indptr), indices: shared(exclude.indices) },
  };
}
