import type { TrainingData } from "../data/training-data.ts";
import { copyWeights } from "../model/layers.ts";
import type { Ranker, RankerOptions } from "../model/ranker.ts";
import { createRanker } from "../network/ranker.ts";
import { prepareRows, prepareTraining, type Training } from "./prepare.ts";
import { runTraining } from "./run-training.ts";
import { fittedHidden } from "./settings.ts";
import { initialState, type TrainingResult } from "./state.ts";
import { resolveSettings, type TrainOptions } from "./train-options.ts";

/** Options of {@link trainRanker}: those of {@link train}, and of {@link createRanker} what the data do not say. */
export interface TrainRankerOptions extends TrainOptions, Partial<Omit<RankerOptions, "seed">> {}

/** A ranker and the result of its training. */
export interface TrainedRanker {
  /** The ranker, with the best weights. */
  readonly ranker: Ranker;
  /** The result of the whole training. */
  readonly result: TrainingResult;
}

/**
 * Makes a ranker for some data and trains it: {@link createRanker} and {@link train} in one call, the shape taken from the data.
 *
 * @param data - A multi-label data set; of rows with preferences, `features` and `items` say how many there are.
 * @param options - A preset, and what differs from it.
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

/** A ranker whose shape is that of the data, and the options that are left for its training. */
export function rankerFor(
  data: TrainingData,
  options: TrainRankerOptions,
): { readonly ranker: Ranker; readonly rest: TrainOptions } {
  const { features, items, hidden, normalize, itemNames, featureNames, featureItems, module, ...rest } = options;
  const labels = "preferences" in data ? undefined : data;
  const shape = {
    features: features ?? labels?.numFeatures ?? Number.NaN,
    items: items ?? labels?.numLabels ?? Number.NaN,
  };
  // Options are checked before anything is made.
  resolveSettings(rest);
  const ranker = createRanker({
    ...shape,
    hidden: hidden ?? fittedHidden(rest.preset ?? "default", shape, rest.batchSize),
    seed: rest.seed ?? 0,
    normalize: normalize === true,
    ...{ itemNames, featureNames, featureItems },
    ...(module && { module }),
  });
  return { ranker, rest };
}

/**
 * Trains a ranker, in place, with Adam on mini-batches.
 *
 * Some rows are held out; after every epoch they tell how good the model is. The ranker gets the weights of the best epoch of the
 * best learning rate, as they are found. Moments of features that a batch lacks are brought up to date when they next occur, so that
 * a step costs as much as its rows have features, however many there are. With the kernels, the same seed and kernel build give the
 * same bytes on any number of threads, and in whatever order the data list the same rows.
 *
 * @param ranker - What {@link createRanker} made. One that is trained already goes on from where it is.
 * @param data - A multi-label data set, or rows with preferences.
 * @param options - A preset and what differs from it.
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
  if (busy.has(ranker)) throw new Error("the ranker is being trained already; await that first");
  busy.add(ranker);
  try {
    const { checkpoint } = options;
    if (checkpoint === undefined) return await runTraining(await beginTraining(ranker, data, options), undefined);
    checkInterval("checkpoint.everySeconds", checkpoint.everySeconds);
    // Options and data are checked before the directory is touched.
    const training = await beginTraining(ranker, data, options);
    // Loaded here so that a page, which has no files, need not find what writes them.
    const { trainKept } = await import("./checkpoint.ts");
    return await trainKept(training, checkpoint);
  } finally {
    busy.delete(ranker);
  }
}

/** Rankers that are being trained. */
const busy = new WeakSet<Ranker>();

/** Throws unless there can be so many seconds between two checkpoints. */
export function checkInterval(name: string, seconds: number | undefined): void {
  if (seconds !== undefined && !(seconds >= 0)) throw new RangeError(`${name} is ${seconds}; expected at least 0`);
}

/** A training before its first step; everything that can be checked before that is. */
export async function beginTraining(ranker: Ranker, data: TrainingData, options: TrainOptions): Promise<Training> {
  const settings = resolveSettings(options, ranker.seed);
  if (ranker.steps > 0 && (settings.learningRates.length > 1 || settings.refit)) {
    throw new RangeError(
      `the ranker is trained already; expected one learning rate and refit: false, to go on from its weights`,
    );
  }
  const rows = prepareRows(ranker, data, options, settings);
  const training = await prepareTraining(ranker, rows, options, settings, initialState());
  copyWeights(training.network, ranker.weights);
  return training;
}
