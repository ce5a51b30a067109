import { checkRows, tight } from "../data/sparse-rows.ts";
import type { TrainingData } from "../data/training-data.ts";
import { checkSizes, copyWeights } from "../model/layers.ts";
import type { NeighborSettings } from "../model/neighbors-part.ts";
import type { Ranker, RankerOptions } from "../model/ranker.ts";
import { createRanker } from "../network/ranker.ts";
import { fitTransforms } from "../transforms/fit-transforms.ts";
import type { TransformChoice } from "../transforms/transform.ts";
import { prepareRows, prepareTraining, type Training } from "./prepare.ts";
import { runTraining } from "./run-training.ts";
import { defaultHidden } from "./settings.ts";
import { initialState, type TrainingResult } from "./state.ts";
import { storedNeighbors } from "./stored-neighbors.ts";
import { resolveSettings, type TrainOptions } from "./train-options.ts";

/** Options of {@link createRanker} for a ranker whose sizes are taken from training data. */
export interface NewRankerOptions extends Partial<Omit<RankerOptions, "neighbors" | "seed" | "transforms">> {
  /**
   * Transforms of the features, such as `[tfidf(), unitRows()]`, applied in order. The transforms are fitted to the training data, stored
   * with the model, and applied to every row that the model receives. Default: none.
   */
  readonly transforms?: readonly TransformChoice[];
  /**
   * Nearest training rows in the hidden layer, whose votes are added to the scores; see `NeighborsPart`. The model then contains the
   * training rows. Default: none.
   */
  readonly neighbors?: NeighborSettings;
}

/** Options for {@link trainRanker}: the options of {@link train} and {@link createRanker}. Omitted sizes are taken from the data. */
export interface TrainRankerOptions extends TrainOptions, NewRankerOptions {}

/** A ranker and the result of its training. */
export interface TrainedRanker {
  /** The ranker, with the best weights. */
  readonly ranker: Ranker;
  /** The result of training. */
  readonly result: TrainingResult;
}

/**
 * Creates a ranker and trains it: {@link createRanker} and {@link train} in one call, with sizes taken from the data.
 *
 * @param data - A multi-label dataset, or rows with preferences, which require the options `features` and `items`.
 * @param options - A preset, and the settings that override it.
 *
 * @example
 * ```ts
 * import { generateXmlDataset } from "@tierwise/datasets-xml";
 * import { trainRanker } from "@tierwise/ranker";
 *
 * const data = generateXmlDataset({ rows: 400, features: 50, labels: 30, labelsPerRow: 3, featuresPerRow: 8, seed: 1 });
 * const { ranker, result } = await trainRanker(data, { hidden: 32, epochs: 4, seed: 1 });
 * console.log(ranker.itemCount, result.stopped); // 30 finished
 * console.log(ranker.topK({ indices: [3, 14, 15] }, 5).length); // 5
 * ```
 */
export async function trainRanker(data: TrainingData, options: TrainRankerOptions = {}): Promise<TrainedRanker> {
  const { ranker, rest } = rankerFor(data, options);
  return { ranker, result: await train(ranker, data, rest) };
}

/** Creates a ranker with the shape of the data; returns it with the remaining options, which are for training. */
export function rankerFor(
  data: TrainingData,
  options: TrainRankerOptions,
): { readonly ranker: Ranker; readonly rest: TrainOptions } {
  const { features, items, hidden, normalize, module, transforms = [], neighbors, ...others } = options;
  const { itemNames, itemTitles, featureNames, featureItems, ...rest } = others;
  const labels = "preferences" in data ? undefined : data;
  const featureCount = features ?? labels?.numFeatures ?? Number.NaN;
  const itemCount = items ?? labels?.numLabels ?? Number.NaN;
  // Checks the options before allocating anything.
  resolveSettings(rest);
  checkSizes({ features: featureCount, hidden: hidden ?? 1, items: itemCount });
  if (transforms.length > 0) checkRows(data.features, featureCount, "features");
  const ranker = createRanker({
    features: featureCount,
    items: itemCount,
    hidden: hidden ?? defaultHidden(rest.preset ?? "default", { featureCount, itemCount }, rest.batchSize),
    seed: rest.seed ?? 0,
    normalize: normalize === true,
    ...{ itemNames, itemTitles, featureNames, featureItems },
    ...(transforms.length > 0 && { transforms: fitTransforms(transforms, tight(data.features), featureCount) }),
    ...(neighbors && { neighbors: storedNeighbors(data, { featureCount, itemCount }, neighbors) }),
    ...(module && { module }),
  });
  return { ranker, rest };
}

/**
 * Trains a ranker in place with Adam on mini-batches.
 *
 * Some rows are held out to validate the model after every epoch. Whenever an epoch is the best so far over all learning rates, its weights
 * are copied to the ranker. Adam moments of features that do not occur in a batch are updated when the features next occur, so the cost of
 * a step depends on the entries of its rows, not on the total number of features. With the kernels engine, the same seed and kernel build
 * give bit-identical results for any number of threads and any order of the rows.
 *
 * @param ranker - A ranker from {@link createRanker}. If it is already trained, training continues from its weights.
 * @param data - A multi-label dataset, or rows with preferences.
 * @param options - A preset, and the settings that override it.
 *
 * @example
 * ```ts
 * import { generateXmlDataset } from "@tierwise/datasets-xml";
 * import { createRanker, train } from "@tierwise/ranker";
 *
 * const data = generateXmlDataset({ rows: 400, features: 50, labels: 30, labelsPerRow: 3, featuresPerRow: 8, seed: 1 });
 * const ranker = createRanker({ features: 50, hidden: 32, items: 30, seed: 1 });
 * const result = await train(ranker, data, { epochs: 8, learningRates: [1e-2], threads: 2 });
 * console.log(result.stopped, result.history.length >= 8); // finished true
 * ```
 */
export async function train(ranker: Ranker, data: TrainingData, options: TrainOptions = {}): Promise<TrainingResult> {
  if (busy.has(ranker)) throw new Error("the ranker is already being trained; await the previous call first");
  busy.add(ranker);
  try {
    const { checkpoint } = options;
    if (checkpoint === undefined) return await runTraining(await beginTraining(ranker, data, options), undefined);
    checkInterval("checkpoint.everySeconds", checkpoint.everySeconds);
    // Checks options and data before touching the directory.
    const training = await beginTraining(ranker, data, options);
    // Imported only here, so that web pages, which have no file system, do not load this module.
    const { trainKept } = await import("./checkpoint.ts");
    return await trainKept(training, checkpoint);
  } finally {
    busy.delete(ranker);
  }
}

const busy = new WeakSet<Ranker>();

/** Throws an error unless the number of seconds between checkpoints is valid. */
export function checkInterval(name: string, seconds: number | undefined): void {
  if (seconds !== undefined && !(seconds >= 0))
    throw new RangeError(`${name} is ${seconds}; expected a nonnegative number`);
}

/** Prepares a training run up to its first step, and checks everything that can be checked beforehand. */
export async function beginTraining(ranker: Ranker, data: TrainingData, options: TrainOptions): Promise<Training> {
  const settings = resolveSettings(options, ranker.seed);
  if (ranker.steps > 0 && (settings.learningRates.length > 1 || settings.refit)) {
    throw new RangeError(
      `the ranker is already trained; to continue from its weights, pass one learning rate and refit: false`,
    );
  }
  const rows = prepareRows(ranker, data, options, settings);
  const training = await prepareTraining(ranker, rows, options, settings, initialState());
  copyWeights(training.network, ranker.weights);
  return training;
}
