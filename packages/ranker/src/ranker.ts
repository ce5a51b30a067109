import { type KernelBuild, type KernelModule, loadKernelModuleSync } from "@tierwise/kernels";
import { topK } from "@tierwise/metrics";
import { asRows, checkRows, normalised, type SparseRow, type SparseRows } from "./data/sparse-rows.ts";
import { createPredictor, type Predictor } from "./network/predictor.ts";
import { checkShape, type NetworkShape } from "./network/shape.ts";
import { type Weights, weightsCopy } from "./network/weights.ts";

/** What {@link createRanker} takes. */
export interface RankerOptions {
  /** D, how many features there are. */
  readonly features: number;
  /** N, how many items are ranked. */
  readonly items: number;
  /** How many hidden units. Default 512, those of the default preset; the paper has 256. */
  readonly hidden?: number;
  /** The seed of the initial weights, and unless told otherwise of the training. Default 0. */
  readonly seed?: number;
  /** Whether every row of features is divided by its Euclidean norm first. Default no. */
  readonly normalize?: boolean;
  /** The names of the items, saved with the model. */
  readonly itemNames?: readonly string[];
  /** The compiled kernels. Default: loaded at once, which a browser cannot; give `await loadKernelModule()` there. */
  readonly module?: KernelModule;
}

/** Options of {@link Ranker.topK}. */
export interface TopKOptions {
  /** The items to choose among, none of them twice. Default: all. */
  readonly candidates?: ArrayLike<number>;
}

/** A ranking model: a row of features → hidden units with ReLU → a score for every item. */
export interface Ranker extends NetworkShape {
  /** The seed of the initial weights. */
  readonly seed: number;
  /** Whether every row of features is divided by its Euclidean norm first. */
  readonly normalize: boolean;
  /** The names of the items, where known. */
  readonly itemNames: readonly string[] | undefined;
  /** Which build of the kernels computes; to the bit, results are the same within a build. */
  readonly kernelBuild: KernelBuild;
  /** What it has learned: arrays that may be read, and written to. */
  readonly weights: Weights;
  /** How many steps it was trained; `train` sets it. */
  steps: number;
  /**
   * The scores of all items.
   *
   * @param rows - One row, or rows such as `dataset.features`.
   * @returns Rows × N scores, row after row.
   */
  readonly scores: (rows: SparseRow | SparseRows) => Float32Array;
  /** The best items, see {@link TopK}. */
  readonly topK: TopK;
  /**
   * Saves the model to a directory, which {@link loadRanker} reads. What was there, an unfinished training included, is replaced in one
   * exchange once all is written. A directory that is being trained into is refused.
   */
  readonly save: (directory: string) => Promise<void>;
}

/** The k best items of one row, or of each of several rows: score descending, then index ascending. */
export interface TopK {
  /** Of each row. */
  (rows: SparseRows, k: number, options?: TopKOptions): Int32Array[];
  /** Of one row. */
  (row: SparseRow, k: number, options?: TopKOptions): Int32Array;
}

/**
 * A ranking model with random weights, to be trained by {@link train}: the network of the paper's section 4.2,
 *
 *     scores = W₂·relu(W₁ᵀ·x + b₁) + b₂.
 *
 * Weights start uniform in ±1/√fan-in and are the same for the same seed everywhere.
 *
 * @param options - The sizes and the seed.
 *
 * @example
 * ```ts
 * import { createRanker } from "@tierwise/ranker";
 *
 * const ranker = createRanker({ features: 5, hidden: 8, items: 4, seed: 1 });
 * console.log(ranker.topK({ indices: [0, 3] }, 4).length); // 4
 * console.log(ranker.topK({ indices: [0, 3] }, 2, { candidates: [2, 0, 1] }).length); // 2
 * ```
 */
export function createRanker(options: RankerOptions): Ranker {
  const { features, items, hidden = 512, seed = 0, normalize = false, itemNames, module } = options;
  const shape = { features, hidden, items };
  checkShape(shape);
  if (!Number.isSafeInteger(seed) || seed < 0) throw new RangeError(`seed is ${seed}; expected an integer below 2⁵³`);
  if (itemNames !== undefined && itemNames.length !== items) {
    throw new RangeError(`itemNames has ${itemNames.length} entries; expected ${items}, one an item`);
  }
  const kernels = module ?? loadKernelModuleSync();
  const predictor = createPredictor(shape, kernels);
  predictor.initialise(seed);
  const ranker: Ranker = {
    ...shape,
    seed,
    normalize,
    itemNames,
    kernelBuild: kernels.kernelBuild,
    weights: predictor.network,
    steps: 0,
    scores: (rows) => scoresOf(predictor, ranker, rows),
    topK: ((rows: SparseRow | SparseRows, k: number, { candidates }: TopKOptions = {}) =>
      bestOf(predictor, ranker, rows, k, candidates)) as TopK,
    async save(directory) {
      // As it is at this moment: it may be trained on while the files are being written.
      const moment = { ...ranker, weights: weightsCopy(ranker.weights) };
      const { saveRanker } = await import("./checkpoint/save-ranker.ts");
      await saveRanker(moment, directory);
    },
  };
  predictors.set(ranker, predictor);
  return ranker;
}

const predictors = new WeakMap<Ranker, Predictor>();

/** The predictor behind a ranker; an error where the ranker was not made by this package. */
export function predictorOf(ranker: Ranker): Predictor {
  const predictor = predictors.get(ranker);
  if (predictor === undefined) throw new TypeError("ranker is not a ranker; expected what createRanker returns");
  return predictor;
}

function scoresOf(predictor: Predictor, ranker: Ranker, given: SparseRow | SparseRows): Float32Array {
  const rows = checkedRows(ranker, given);
  const scores = new Float32Array((rows.indptr.length - 1) * ranker.items);
  predictor.score(rows, undefined, (row, values) => scores.set(values, row * ranker.items));
  return scores;
}

function bestOf(
  predictor: Predictor,
  ranker: Ranker,
  given: SparseRow | SparseRows,
  k: number,
  candidates: ArrayLike<number> | undefined,
): Int32Array | Int32Array[] {
  const rows = checkedRows(ranker, given);
  const among = candidates === undefined ? undefined : checkedCandidates(candidates, ranker.items);
  const best: Int32Array[] = [];
  predictor.score(rows, among, (_, scores) => {
    const ranking = topK(scores, k);
    // Candidates are in ascending order, so that ties are broken by item here too.
    best.push(among === undefined ? ranking : ranking.map((place) => among[place]));
  });
  return "indptr" in given ? best : best[0];
}

function checkedRows(ranker: Ranker, given: SparseRow | SparseRows): SparseRows {
  const rows = "indptr" in given ? given : asRows(given);
  checkRows(rows, ranker.features, "indptr" in given ? "rows" : "row");
  return ranker.normalize ? normalised(rows) : rows;
}

function checkedCandidates(candidates: ArrayLike<number>, items: number): Int32Array {
  const sorted = Int32Array.from(candidates).sort();
  for (let i = 0; i < candidates.length; i++) {
    const item = candidates[i];
    if (!Number.isInteger(item) || item < 0 || item >= items) {
      throw new RangeError(`candidates[${i}] is ${item}; expected an item, 0 to ${items - 1}`);
    }
    if (i > 0 && sorted[i] === sorted[i - 1]) throw new RangeError(`candidates contains item ${sorted[i]} twice`);
  }
  return sorted;
}
