import { defaultThreads, loadKernelModule } from "@tierwise/kernels";
import type { RankingLoss } from "@tierwise/losses";
import type { ModelStore } from "../checkpoint/model-store.ts";
import { inContentOrder } from "../data/content-order.ts";
import { shared } from "../data/shared-array.ts";
import { mostEntries } from "../data/sparse-rows.ts";
import { concatData, itemCounts, type PreparedData, prepareData, type TrainingData } from "../data/training-data.ts";
import { mostLabels } from "../glas/batch-labels.ts";
import { labelTarget } from "../glas/label-target.ts";
import { allocateTrainingNetwork, type TrainingNetwork } from "../network/training-arrays.ts";
import { copyWeights } from "../network/weights.ts";
import type { Ranker } from "../ranker.ts";
import { chooseEngine, type StartEngine } from "./choose-engine.ts";
import { type HeldOut, holdOut } from "./hold-out.ts";
import { runTraining } from "./run-training.ts";
import type { TrainingSettings } from "./settings.ts";
import { initialState, isBeginning, type TrainingState } from "./state.ts";
import { type RunOptions, resolveOptions, type TrainOptions } from "./train-options.ts";
import { type TrainingResult, trainingResult } from "./training-result.ts";

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

/** The data of a training and how they are divided. */
export interface Session {
  readonly data: PreparedData;
  readonly rows: HeldOut;
}

/** Lays the data out, in an order of its own, and holds some rows out. */
export function prepareSession(
  { features, hidden, items, normalize }: Ranker,
  given: TrainingData,
  validationData: TrainingData | undefined,
  { validation, seed }: TrainingSettings,
): Session {
  const shape = { features, hidden, items };
  const training = inContentOrder(prepareData(given, shape, normalize));
  if (training.rowCount === 0) throw new RangeError("the data have no rows; expected at least one");
  if (validation !== "given") {
    const rows = holdOut(training.rowCount, validation, seed);
    if (rows.train.length === 0) throw new RangeError(`validation is ${validation}, which leaves no row to train on`);
    if (validation > 0 && rows.validation.length === 0) {
      throw new RangeError(`validation is ${validation}, which holds out none of ${training.rowCount} rows`);
    }
    return { data: training, rows };
  }
  if (validationData === undefined) {
    throw new TypeError("validation is missing; the training was begun with validation data, expected them again");
  }
  const heldOut = inContentOrder(prepareData(validationData, shape, normalize));
  if (heldOut.rowCount === 0) throw new RangeError("the validation data have no rows; expected at least one");
  const data = concatData(training, heldOut);
  const all = Int32Array.from({ length: data.rowCount }, (_, row) => row);
  return { data, rows: { train: all.slice(0, training.rowCount), validation: all.slice(training.rowCount) } };
}

/** A network with room for everything that the settings ask for. */
export async function allocate(
  { features, hidden, items, kernelBuild }: Ranker,
  { data, rows }: Session,
  settings: TrainingSettings,
  threads: number,
): Promise<TrainingNetwork> {
  if (!Number.isInteger(threads) || threads < 1) {
    throw new RangeError(`threads is ${threads}; expected an integer of at least 1`);
  }
  const { inputDropout, hiddenDropout, weightDecay, seed, loss, glas = 0 } = settings;
  const batchRows = Math.min(settings.batch, data.rowCount);
  const recipe = loss === "given" ? ({ name: "pl-partition" } as const) : loss;
  const byFrequency = recipe.negatives?.by === "frequency";
  return allocateTrainingNetwork({
    shape: { features, hidden, items },
    module: await loadKernelModule({ kernelBuild }),
    batchRows,
    batchEntries: Math.max(1, mostEntries(data.features, batchRows)),
    threads,
    options: { inputDropout, hiddenDropout, weightDecay, seed },
    loss: recipe,
    preferences: data.preferences,
    glas:
      glas === 0
        ? undefined
        : { weight: glas, target: labelTarget(data, rows.train), mostLabels: mostLabels(data, batchRows) },
    popularity: byFrequency ? shared(itemCounts(data, rows.train).map((count) => count + 1)) : undefined,
  });
}

/** Where a training keeps itself. */
export interface Keeping {
  readonly store: ModelStore;
  /** Which member of the model it is. */
  readonly index: number;
  readonly everySeconds: number | undefined;
}

/** A training that can be begun, or gone on with. */
interface SessionRun extends Session {
  readonly ranker: Ranker;
  readonly network: TrainingNetwork;
  readonly settings: TrainingSettings;
  readonly state: TrainingState;
  readonly lossFunction: RankingLoss | undefined;
  readonly startEngine: StartEngine;
  readonly threads: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: RunOptions["onProgress"] | undefined;
  readonly keeping: Keeping | undefined;
}

/** Runs a training to its end. */
export async function runSession(session: SessionRun): Promise<TrainingResult> {
  const { ranker, data, rows, network, settings, state, lossFunction, signal, onProgress } = session;
  const threads = session.threads ?? defaultThreads();
  const engine = await session.startEngine(network, data, { threads, step: state.steps, given: lossFunction });
  try {
    const tell = onProgress ?? (() => {});
    tell({ kind: "engine", sentence: engine.sentence });
    const checkpoint = await checkpointWriter(session, () => engine.pull());
    await runTraining({ ranker, engine, data, rows, settings, state, checkpoint, signal, tell });
    return trainingResult(ranker, settings, state, engine.seconds);
  } finally {
    await engine.close();
  }
}

/**
 * A function that writes a checkpoint where the last one is old enough; one that does nothing where none are kept. A training that
 * begins is written at once: from then on it can be resumed, and a disk that is too small is noticed before the first step.
 */
async function checkpointWriter(
  session: SessionRun,
  pull: () => Promise<void>,
): Promise<(now: boolean) => Promise<void>> {
  const { keeping, onProgress, state } = session;
  if (keeping === undefined) return () => Promise.resolve();
  const { store, index, everySeconds = 60 } = keeping;
  const { writeCheckpoint } = await import("../checkpoint/write-checkpoint.ts");
  if (isBeginning(state)) await writeCheckpoint(store, index, session);
  let last = performance.now();
  return async (now) => {
    if (!now && performance.now() - last < 1000 * everySeconds) return;
    await pull();
    await writeCheckpoint(store, index, session);
    last = performance.now();
    onProgress?.({ kind: "checkpoint", directory: store.directory });
  };
}
