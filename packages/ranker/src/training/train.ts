import { defaultThreads } from "@tierwise/kernels";
import type { TrainingData } from "../data/training-data.ts";
import { copyWeights } from "../network/weights.ts";
import type { Ranker } from "../ranker.ts";
import { chooseEngine } from "./choose-engine.ts";
import { allocate, prepareSession } from "./prepare-session.ts";
import { type Keeping, runSession, type SessionRun } from "./run-session.ts";
import { initialState } from "./state.ts";
import { resolveOptions, type TrainOptions } from "./train-options.ts";
import type { TrainingResult } from "./training-result.ts";

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
 * const result = await train(ranker, data, { epochs: 8, rates: [1e-2], threads: 2 });
 * console.log(result.stopped, result.history.length >= 8); // finished true
 * ```
 */
export async function train(ranker: Ranker, data: TrainingData, options: TrainOptions = {}): Promise<TrainingResult> {
  if (busy.has(ranker)) throw new Error("the ranker is being trained already; await that first");
  busy.add(ranker);
  try {
    return await trainAlone(ranker, data, options);
  } finally {
    busy.delete(ranker);
  }
}

/** Rankers that are being trained. */
const busy = new WeakSet<Ranker>();

async function trainAlone(ranker: Ranker, data: TrainingData, options: TrainOptions): Promise<TrainingResult> {
  const { checkpoint } = options;
  if (checkpoint === undefined) return trainKept(ranker, data, options, undefined);
  const { directory, everySeconds } = checkpoint;
  checkInterval("checkpoint.everySeconds", everySeconds);
  // Options and data are checked before the directory is touched.
  const prepared = await prepareTraining(ranker, data, options);
  // Loaded here so that a browser, which has no files, need not find what writes them.
  const { openStore } = await import("../checkpoint/model-store.ts");
  const store = await openStore(directory);
  try {
    store.begin({ memberCount: 1, ...(ranker.itemNames === undefined ? {} : { itemNames: ranker.itemNames }) });
    return await runSession({ ...prepared, keeping: { store, index: 0, everySeconds } });
  } catch (error) {
    await store.discard().catch(() => {});
    throw error;
  } finally {
    await store.close();
  }
}

/** Trains a ranker from its beginning, as a member of what a directory holds where `keeping` says so. */
export async function trainKept(
  ranker: Ranker,
  data: TrainingData,
  options: TrainOptions,
  keeping: Keeping | undefined,
): Promise<TrainingResult> {
  return runSession({ ...(await prepareTraining(ranker, data, options)), keeping });
}

/** Throws unless there can be so many seconds between two checkpoints. */
export function checkInterval(name: string, seconds: number | undefined): void {
  if (seconds !== undefined && !(seconds >= 0)) throw new RangeError(`${name} is ${seconds}; expected at least 0`);
}

/** Checks everything that can be checked before the first step. */
async function prepareTraining(ranker: Ranker, data: TrainingData, options: TrainOptions): Promise<SessionRun> {
  const { settings, lossFunction, validationData } = resolveOptions(options, ranker.seed);
  const { rates, refit } = settings;
  if (ranker.steps > 0 && (rates.length > 1 || refit)) {
    throw new RangeError(
      `the ranker is trained already; expected one rate and refit: false, to go on from its weights`,
    );
  }
  const startEngine = await chooseEngine(options);
  const session = prepareSession(ranker, data, validationData, settings);
  const network = await allocate(ranker, session, settings, options.threads ?? defaultThreads());
  copyWeights(network, ranker.weights);
  const { threads, signal, onProgress } = options;
  const run = { ranker, ...session, network, settings, state: initialState(), lossFunction, startEngine };
  return { ...run, threads, signal, onProgress, keeping: undefined };
}
