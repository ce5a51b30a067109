import { defaultThreads, loadKernelModule } from "@tierwise/kernels";
import type { RankingLoss } from "@tierwise/losses";
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
import type { PhaseSeconds } from "./engine.ts";
import { type HeldOut, holdOut } from "./hold-out.ts";
import type { EpochReport } from "./progress.ts";
import { runTraining } from "./run-training.ts";
import type { TrainingSettings } from "./settings.ts";
import { initialState, type TrainingState } from "./state.ts";
import { type CheckpointOptions, type RunOptions, resolveOptions, type TrainOptions } from "./train-options.ts";

/** What a training came to. */
export interface TrainingResult {
  /** Whether it came to its end or was aborted, in which case the ranker has the best weights so far. */
  readonly stopped: "aborted" | "finished";
  /** The learning rate that did best. */
  readonly rate: number;
  /** The epoch that did best, from 1; without validation the last one. */
  readonly epoch: number;
  /** The steps that led to the ranker's weights. */
  readonly steps: number;
  /** Every epoch in order. */
  readonly history: readonly EpochReport[];
  /** The whole time, that of resumed runs included. */
  readonly seconds: number;
  /** What the parts of the steps took in this run, in seconds. */
  readonly phases: Readonly<PhaseSeconds>;
  /** The settings, those of the preset included. */
  readonly settings: TrainingSettings;
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
  const state = initialState();
  return runSession({ ranker, ...session, network, settings, state, lossFunction, startEngine, ...options });
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

/** A training that can be begun, or gone on with. */
interface SessionRun extends Session, RunOptions {
  readonly ranker: Ranker;
  readonly network: TrainingNetwork;
  readonly settings: TrainingSettings;
  readonly state: TrainingState;
  readonly lossFunction: RankingLoss | undefined;
  readonly startEngine: StartEngine;
  readonly checkpoint?: CheckpointOptions;
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
    const finished = await runTraining({ ranker, engine, data, rows, settings, state, checkpoint, signal, tell });
    const { best, history, seconds } = state;
    return {
      stopped: finished ? "finished" : "aborted",
      rate: settings.rates[best?.trial ?? 0],
      epoch: best?.epoch ?? state.epoch,
      steps: ranker.steps,
      history,
      seconds,
      phases: engine.seconds,
      settings,
    };
  } finally {
    await engine.close();
  }
}

/** A function that writes a checkpoint where the last one is old enough; one that does nothing where none are kept. */
async function checkpointWriter(
  session: SessionRun,
  pull: () => Promise<void>,
): Promise<(now: boolean) => Promise<void>> {
  const { checkpoint, onProgress } = session;
  if (checkpoint === undefined) return () => Promise.resolve();
  const { directory, everySeconds = 60 } = checkpoint;
  if (!(everySeconds >= 0)) throw new RangeError(`checkpoint.everySeconds is ${everySeconds}; expected at least 0`);
  const { writeCheckpoint } = await import("../checkpoint/write-checkpoint.ts");
  let last = performance.now();
  return async (now) => {
    if (!now && performance.now() - last < 1000 * everySeconds) return;
    await pull();
    await writeCheckpoint(directory, session);
    last = performance.now();
    onProgress?.({ kind: "checkpoint", directory });
  };
}
