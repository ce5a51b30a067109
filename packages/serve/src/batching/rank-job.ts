import type { Csr } from "@tierwise/data/rows";

/** A ranking request that has been validated. */
export interface RankJob {
  /** B, the number of rows. */
  readonly rowCount: number;
  /** The feature indices of all rows, row by row, ascending within each row. */
  readonly indices: readonly number[];
  readonly values: readonly number[];
  /** The B + 1 positions where rows begin and end. */
  readonly indptr: readonly number[];
  /** The number of items per row, from 1 to N. */
  readonly k: number;
  /** The items to choose from, without duplicates; undefined for all. */
  readonly candidates: readonly number[] | undefined;
  /** The items that each row must not contain; undefined for none. */
  readonly exclude: Csr | undefined;
}

/** The rankings of a request: the items of row b begin at `start + b · stride`, best first, and −1 fills the unused positions. */
export interface RankedRows {
  readonly start: number;
  readonly stride: number;
  readonly items: Int32Array;
  readonly scores: Float32Array | Float64Array;
}
