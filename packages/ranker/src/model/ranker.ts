import type { ValuedCsr } from "@tierwise/data/rows";
import type { KernelBuild, KernelModule } from "@tierwise/kernels";
import type { Model } from "@tierwise/metrics";
import type { Weights } from "./layers.ts";
import type { ModelVocabulary } from "./vocabulary.ts";

/** One sparse row: feature `indices[k]` has the value `values[k]`. */
export interface SparseRow {
  /** The feature indices of the row. */
  readonly indices: ArrayLike<number>;
  /** The values of these features. Default: all 1. */
  readonly values?: ArrayLike<number>;
}

/** Options for {@link createRanker}. */
export interface RankerOptions extends ModelVocabulary {
  /** D, the number of features. */
  readonly features: number;
  /** N, the number of items to rank. */
  readonly items: number;
  /** The number of hidden units. Default: 512, as in the default preset; the paper uses 256. */
  readonly hidden?: number;
  /** The seed of the initial weights, and of training unless the options of {@link train} contain a seed. Default: 0. */
  readonly seed?: number;
  /** Whether every row of features is divided by its Euclidean norm, after any transforms. Default: false. */
  readonly normalize?: boolean;
  /** The compiled kernels. Default: loaded synchronously, which browsers do not allow; there, pass `await loadKernelModule()`. */
  readonly module?: KernelModule;
}

/** Options for {@link Ranker.topK}. */
export interface TopKOptions {
  /** The distinct items to rank. Default: all items. */
  readonly candidates?: ArrayLike<number>;
}

/** A ranking model: a row of features → hidden units with ReLU → one score per item. */
export interface Ranker extends Model, ModelVocabulary {
  /** The number of hidden units. */
  readonly hidden: number;
  /** The seed of the initial weights. */
  readonly seed: number;
  /** Whether every row of features is divided by its Euclidean norm, after any transforms. */
  readonly normalize: boolean;
  /** The name of each item, if known. */
  readonly itemNames: readonly string[] | undefined;
  /** The build of the kernels; results are bit-identical only within one build. */
  readonly kernelBuild: KernelBuild;
  /** The weights of the model, as arrays that the caller may read and write. */
  readonly weights: Weights;
  /** The number of training steps so far, which {@link train} updates. */
  steps: number;
  /**
   * Computes the scores of all items on the calling thread.
   *
   * @param rows - One row, or B rows such as `dataset.features`.
   * @returns B × N scores, row by row.
   */
  scores(rows: SparseRow | ValuedCsr): Float32Array;
  /**
   * Finds the best items on the calling thread, by descending score, then ascending index. {@link Model.rank} does the same on all cores,
   * also returns scores, and can exclude items.
   *
   * @param rows - One row, or B rows such as `dataset.features`.
   * @param k - The maximum number of items per row.
   * @param options - The candidate items.
   * @returns B × min(k, N) items, row by row; with C candidates, B × min(k, C) items.
   */
  topK(rows: SparseRow | ValuedCsr, k: number, options?: TopKOptions): Int32Array;
  /**
   * Saves the model to a directory that {@link loadRanker} can read. Any previous model or unfinished training run is replaced atomically
   * once everything is written. Throws an error if a training run is writing to the directory.
   *
   * @param directory - The directory, which is created if it does not exist.
   */
  save(directory: string): Promise<void>;
}
