import type { ValuedCsr } from "@tierwise/data/rows";
import type { KernelBuild, KernelModule } from "@tierwise/kernels";
import type { Model } from "@tierwise/metrics";
import type { Weights } from "./layers.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** One sparse row: feature `indices[k]` has the value `values[k]`. */
export interface SparseRow {
  /** The features of the row. */
  readonly indices: ArrayLike<number>;
  /** Their values. Default: all 1. */
  readonly values?: ArrayLike<number>;
}

/** Options of {@link createRanker}. */
export interface RankerOptions extends Vocabulary {
  /** D, the number of features. */
  readonly features: number;
  /** N, the number of items to rank. */
  readonly items: number;
  /** The number of hidden units. Default: 512, those of the default preset; the paper has 256. */
  readonly hidden?: number;
  /** The seed of the initial weights, and unless told otherwise of the training. Default: 0. */
  readonly seed?: number;
  /** Whether every row of features is divided by its Euclidean norm first. Default: no. */
  readonly normalize?: boolean;
  /** The compiled kernels. Default: loaded at once, which a browser cannot; give `await loadKernelModule()` there. */
  readonly module?: KernelModule;
}

/** Options of {@link Ranker.topK}. */
export interface TopKOptions {
  /** The items to choose among, none of them twice. Default: all. */
  readonly candidates?: ArrayLike<number>;
}

/** A ranking model: a row of features → hidden units with ReLU → a score for every item. */
export interface Ranker extends Model, Vocabulary {
  /** The number of hidden units. */
  readonly hidden: number;
  /** The seed of the initial weights. */
  readonly seed: number;
  /** Whether every row of features is divided by its Euclidean norm first. */
  readonly normalize: boolean;
  /** The name of each item, where known. */
  readonly itemNames: readonly string[] | undefined;
  /** Which build of the kernels computes; to the bit, results are the same within a build. */
  readonly kernelBuild: KernelBuild;
  /** What it has learned: arrays that may be read, and written to. */
  readonly weights: Weights;
  /** How many steps it was trained; `train` sets it. */
  steps: number;
  /**
   * The scores of all items, computed on the calling thread.
   *
   * @param rows - One row, or B rows such as `dataset.features`.
   * @returns B × N scores, row after row.
   */
  scores(rows: SparseRow | ValuedCsr): Float32Array;
  /**
   * The best items, computed on the calling thread: score descending, then index ascending. {@link Model.rank} is the same on all
   * cores, with scores and items to leave out.
   *
   * @param rows - One row, or B rows such as `dataset.features`.
   * @param k - How many items per row.
   * @param options - The items to choose among.
   * @returns B × min(k, N) items, row after row: of one row its ranking. Among C candidates it is B × min(k, C).
   */
  topK(rows: SparseRow | ValuedCsr, k: number, options?: TopKOptions): Int32Array;
  /**
   * Saves the model to a directory, which {@link loadRanker} reads. What was there, an unfinished training included, is replaced in one
   * exchange once all is written. A directory that is being trained into is refused.
   *
   * @param directory - Where it goes; it is made where it is missing.
   */
  save(directory: string): Promise<void>;
}
