import type { ValuedCsr } from "@tierwise/data/rows";
import { loadKernelModuleSync } from "@tierwise/kernels";
import { formedRows, type RowForm } from "../data/row-form.ts";
import { asRows, checkRows } from "../data/sparse-rows.ts";
import { checkSizes, weightsCopy } from "../model/layers.ts";
import type { Ranker, RankerOptions, SparseRow } from "../model/ranker.ts";
import { checkVocabulary } from "../model/vocabulary.ts";
import { blendedScorer } from "./blended-scoring.ts";
import { createPredictor, type Predictor } from "./predictor.ts";
import { createScorer, type Scorer } from "./ranking.ts";

/**
 * Creates a ranking model with random weights, to be trained with {@link train}. It is the network of section 4.2 of the paper:
 *
 *     scores = W₂·relu(W₁ᵀ·x + b₁) + b₂.
 *
 * Initial weights are uniform between ±1/√fan-in; the same seed gives the same weights on every platform. {@link trainRanker} creates and trains
 * a model in a single call.
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
 *
 * const rows = { indptr: Int32Array.of(0, 1, 3), indices: Int32Array.of(2, 0, 3), values: Float32Array.of(1, 1, 0.5) };
 * const { k, items } = await ranker.rank(rows, { k: 3 });
 * console.log(k, items.length); // 3 6
 * ```
 */
export function createRanker(options: RankerOptions): Ranker {
  const ranker = createBlankRanker(options);
  predictorOf(ranker).initialize(ranker.seed);
  return ranker;
}

/** Same as {@link createRanker}, but all weights are zero, for weights that are read or copied. */
export function createBlankRanker(options: RankerOptions): Ranker {
  const { features: featureCount, items: itemCount, hidden = 512, seed = 0, normalize = false, module } = options;
  const { itemNames, itemTitles, featureNames, featureItems, transforms, neighbors } = options;
  checkSizes({ features: featureCount, hidden, items: itemCount });
  if (!Number.isSafeInteger(seed) || seed < 0) throw new RangeError(`seed is ${seed}; expected an integer in [0, 2⁵³)`);
  checkVocabulary(options, featureCount, itemCount);
  const kernels = module ?? loadKernelModuleSync();
  const predictor = createPredictor({ featureCount, hidden, itemCount }, kernels);
  const ranker: Ranker = {
    featureCount,
    hidden,
    itemCount,
    seed,
    normalize,
    itemNames,
    itemTitles,
    featureNames,
    featureItems,
    transforms,
    neighbors,
    kernelBuild: kernels.kernelBuild,
    weights: predictor.network,
    steps: 0,
    ...scoringOf([predictor], { featureCount, itemCount, normalize, transforms, neighbors }, () => ranker.steps),
    async save(directory) {
      // Saves a snapshot, because training may continue while the files are being written.
      const moment = { ...ranker, weights: weightsCopy(ranker.weights) };
      // Imported only here, so that web pages, which have no file system, do not load this module.
      const { saveRanker } = await import("../store/save-ranker.ts");
      await saveRanker(moment, directory);
    },
  };
  predictors.set(ranker, predictor);
  return ranker;
}

const predictors = new WeakMap<Ranker, Predictor>();

/** Scores and ranks items by the mean of the scores of several rankers. */
export function meanScoring(members: readonly Ranker[]): Pick<Ranker, "rank" | "scores" | "topK"> {
  return scoringOf(members.map(predictorOf), members[0], () => members[0].steps);
}

export function predictorOf(ranker: Ranker): Predictor {
  const predictor = predictors.get(ranker);
  if (predictor === undefined) throw new TypeError("ranker is not a ranker; expected the result of createRanker");
  return predictor;
}

/** The scoring methods of a ranker, which first check their rows. */
function scoringOf(
  made: readonly Predictor[],
  model: Pick<Ranker, "featureCount" | "itemCount" | "neighbors"> & RowForm,
  steps: () => number,
): Pick<Ranker, "rank" | "scores" | "topK"> {
  const { featureCount, itemCount, normalize, transforms, neighbors } = model;
  const form = { normalize, transforms };
  const networks = createScorer(made);
  const blend = neighbors && { featureCount, itemCount, ...form, neighbors, steps };
  // The neighbors are found in the hidden layer of the first network.
  const scorer: Scorer = blend === undefined ? networks : blendedScorer(networks, made[0], blend);
  const checked = (given: SparseRow | ValuedCsr): ValuedCsr => {
    const rows = "indptr" in given ? given : asRows(given);
    checkRows(rows, featureCount, "indptr" in given ? "rows" : "row");
    return formedRows(rows, form, featureCount);
  };
  return {
    scores: (rows) => scorer.scores(checked(rows)),
    topK: (rows, k, { candidates } = {}) => scorer.topK(checked(rows), k, candidates),
    rank: async (rows, options) => scorer.rank(checked(rows), options),
  };
}
