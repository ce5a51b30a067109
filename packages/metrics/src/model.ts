import type { Csr, ValuedCsr } from "@tierwise/data/rows";

/**
 * Anything that ranks items for rows of features: a ranker, an ensemble, LEML, SLEEC, popularity. What evaluates, predicts, serves
 * or compares models takes this and nothing more particular.
 */
export interface Model {
  /** D, the number of features. */
  readonly featureCount: number;
  /** N, the number of items. */
  readonly itemCount: number;
  /** The name of each item, where known. */
  readonly itemNames?: readonly string[] | undefined;
  /**
   * The best items of each row: score descending, then index ascending.
   *
   * @param rows - B rows of D features.
   * @param options - How many items, which are allowed, and how to run.
   */
  rank(rows: ValuedCsr, options: RankOptions): Promise<Rankings>;
  /**
   * The scores of all items.
   *
   * @param rows - B rows of D features.
   * @returns B × N scores, row after row.
   */
  scores(rows: ValuedCsr): Float32Array;
}

/** Options of {@link Model.rank}. */
export interface RankOptions {
  /** How many items to rank in each row. Where fewer remain, the row ends early. */
  readonly k: number;
  /** Items to leave out, by row: row b of the rankings has none of the columns of row b. Default: none. */
  readonly exclude?: Csr;
  /** The items to choose among, none of them twice. Default: all. */
  readonly candidates?: ArrayLike<number>;
  /** Number of threads; results do not depend on it. Default: all cores. */
  readonly threads?: number;
  /** Cancels the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called now and then with the number of rows that are done. */
  readonly onProgress?: (progress: RankProgress) => void;
}

/** How far {@link Model.rank} is. */
export interface RankProgress {
  /** What is being done. */
  readonly stage: "ranking";
  /** Rows done. */
  readonly done: number;
  /** Rows in all. */
  readonly total: number;
}

/** Ranked items of B rows: row b has its items at `b · k` … `b · k + k − 1`, best first. */
export interface Rankings {
  /** Entries per row: the k that was asked for, or N where that is less. */
  readonly k: number;
  /** B × k items, best first; −1 behind the last item of a row in which fewer were allowed. */
  readonly items: Int32Array;
  /** The score of each of them; NaN where there is none. */
  readonly scores: Float32Array;
}
