import { defaultThreads, loadKernelModule, supportedKernelBuild } from "@tierwise/kernels";
import type { RankingLoss } from "@tierwise/losses";
import type { TrainingData } from "../data/training-data.ts";
import type { Ranker } from "../ranker.ts";
import { chooseEngine } from "../training/choose-engine.ts";
import { checkSettings } from "../training/settings.ts";
import { initialState } from "../training/state.ts";
import { allocate, prepareSession, runSession, type TrainingResult } from "../training/train.ts";
import type { CheckpointOptions, RunOptions } from "../training/train-options.ts";
import { fromJson } from "./finite-json.ts";
import type { TrainingHeader } from "./write-checkpoint.ts";

/** What {@link resumeTraining} takes: what a checkpoint cannot hold. */
export interface ResumeOptions extends RunOptions, Pick<CheckpointOptions, "everySeconds"> {
  /** The loss, where the training was begun with a function. */
  readonly loss?: RankingLoss;
  /** The validation data, where the training was begun with some. */
  readonly validation?: TrainingData;
}

/** A ranker and what its training came to. */
export interface ResumedTraining {
  /** The ranker, with the best weights. */
  readonly ranker: Ranker;
  /** What the whole training came to. */
  readonly result: TrainingResult;
}

/**
 * Goes on with a training from its last checkpoint, with the settings it was begun with, and writes further checkpoints to the same
 * directory. What comes out is to the bit what an uninterrupted training gives, on the kernels; where another engine goes on, it is so
 * to 1e-3.
 *
 * @param directory - Where the checkpoints are.
 * @param data - The data that the training was begun with; in any order of their rows; other data are refused.
 * @param options - Engine, threads, signal and progress; a loss or validation data, where those were given.
 *
 * @example
 * ```ts
 * import { mkdtemp } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { generateXmlDataset } from "@tierwise/datasets-xml";
 * import { createRanker, resumeTraining, train } from "@tierwise/ranker";
 *
 * const directory = await mkdtemp(join(tmpdir(), "ranker-"));
 * const data = generateXmlDataset({ rows: 400, features: 50, labels: 30, labelsPerRow: 3, featuresPerRow: 8, seed: 1 });
 * const ranker = createRanker({ features: 50, hidden: 32, items: 30, seed: 1 });
 * const stop = new AbortController();
 * const onProgress = ({ kind }: { kind: string }) => kind === "epoch" && stop.abort();
 * const first = await train(ranker, data, { checkpoint: { directory }, signal: stop.signal, onProgress, epochs: 4 });
 * const { result } = await resumeTraining(directory, data);
 * console.log(first.stopped, result.stopped); // aborted finished
 * ```
 */
export async function resumeTraining(
  directory: string,
  data: TrainingData,
  options: ResumeOptions = {},
): Promise<ResumedTraining> {
  // Loaded here so that a browser, which has no files, need not find what reads them.
  const { readArrays, readHeader } = await import("./model-directory.ts");
  const { readRanker } = await import("./read-ranker.ts");
  const { checksum, trainingArrays } = await import("./write-checkpoint.ts");
  const header = await readHeader(directory);
  if (header.training === undefined) {
    throw new Error(`${directory} holds a model but no training that could be resumed`);
  }
  const training = checkedTraining(fromJson(header.training), directory);
  const { settings, state } = training;
  const { loss, validation, everySeconds } = options;
  const { kernelBuild } = header;
  if (kernelBuild === "relaxed-simd" && supportedKernelBuild() === "simd") {
    throw new Error(`${directory} was trained with the ${kernelBuild} kernels, which this engine does not run`);
  }
  if (settings.loss === "given" && loss === undefined) {
    throw new TypeError("loss is missing; the training was begun with a function, expected it again");
  }
  const startEngine = await chooseEngine(options);
  const ranker = await readRanker(directory, header, await loadKernelModule({ kernelBuild }));
  const session = prepareSession(ranker, data, validation, settings);
  if (checksum(session.data) !== training.data) {
    throw new Error(`the data are not those that ${directory} was trained on; expected the same rows, in any order`);
  }
  const network = await allocate(ranker, session, settings, options.threads ?? defaultThreads());
  await readArrays(directory, header, trainingArrays(network));
  const checkpoint = { directory, ...(everySeconds === undefined ? {} : { everySeconds }) };
  const lossFunction = settings.loss === "given" ? loss : undefined;
  const result = await runSession({
    ...options,
    ranker,
    ...session,
    network,
    settings,
    state,
    lossFunction,
    startEngine,
    checkpoint,
  });
  return { ranker, result };
}

/** Throws a sentence unless a header holds settings and a state. */
function checkedTraining(training: Partial<TrainingHeader>, directory: string): TrainingHeader {
  const { settings, state, data } = training;
  const complete = Object.keys(initialState()).every((key) => state != null && Object.hasOwn(state, key));
  if (settings == null || !complete || typeof data !== "string" || !Array.isArray(settings.rates)) {
    throw new Error(`${directory} has a header whose training is not whole: it is damaged`);
  }
  checkSettings(settings);
  return training as TrainingHeader;
}
