import type { Csr, ValuedCsr } from "@tierwise/data/rows";

/**
 * A model that ranks items for rows of features: a ranker, an ensemble, LEML, SLEEC, or the popularity baseline. Evaluation,
 * prediction, serving and comparison work with any model.
 */
export interface Model {
  /** D, the number of features. */
  readonly featureCount: number;
  /** N, the number of items. */
  readonly itemCount: number;
  /** The name of each item, if known. */
  readonly itemNames?: readonly string[] | undefined;
  /**
   * Returns the best items for each row, by descending score and then ascending index.
   *
   * A model may ignore `threads`, which never affects results. The ranker and its ensembles use it. LEML and SLEEC rank on the calling
   * thread with `rankRows`, because other threads would have to copy the model's arrays, and a SLEEC model contains an embedding of every
   * training row. The popularity baseline needs no threads.
   *
   * All models reject the same invalid options; see `allowedItems`.
   *
   * @param rows - B rows of D features.
   * @param options - How many items to return, which items are allowed, and how to run.
   */
  rank(rows: ValuedCsr, options: RankOptions): Promise<Rankings>;
  /**
   * The scores of all items.
   *
   * @param rows - B rows of D features.
   * @returns B × N scores in row-major order.
   */
  scores(rows: ValuedCsr): Float32Array;
}

/** Options for {@link Model.rank}. */
export interface RankOptions {
  /** The number of items to return for each row, at least 1. If a row has fewer allowed items, all of them are returned. */
  readonly k: number;
  /** Items to exclude: row b of the rankings contains none of the columns of row b. Default: none. */
  readonly exclude?: Csr;
  /** The items to choose from, without duplicates. Default: all. */
  readonly candidates?: ArrayLike<number>;
  /**
   * The number of threads, which does not affect results. A model may ignore it; see {@link Model.rank}. Default: all cores, or one thread
   * if starting more threads would take longer than ranking.
   */
  readonly threads?: number;
  /** Cancels the call, which then rejects with the signal's reason. Default: none. */
  readonly signal?: AbortSignal;
  /** Called repeatedly with the number of finished rows. Default: none. */
  readonly onProgress?: (progress: RankProgress) => void;
}

/** The progress of {@link Model.rank}. */
export interface RankProgress {
  /** The current stage. */
  readonly stage: "ranking";
  /** The number of finished rows. */
  readonly done: number;
  /** The total number of rows. */
  readonly total: number;
}

/** The ranked items of B rows. The items of row b are at `b · k` … `b · k + k − 1`, best first. */
export interface Rankings {
  /** The number of entries per row: the requested k, or N if N is smaller. */
  readonly k: number;
  /** B × k items, best first. Rows with fewer than k allowed items are padded with −1. */
  readonly items: Int32Array;
  /** The score of each item; NaN for padding. */
  readonly scores: Float32Array;
}
