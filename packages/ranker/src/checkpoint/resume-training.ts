import { defaultThreads, loadKernelModule, supportedKernelBuild } from "@tierwise/kernels";
import type { RankingLoss } from "@tierwise/losses";
import type { TrainingData } from "../data/training-data.ts";
import type { Ranker } from "../ranker.ts";
import { chooseEngine } from "../training/choose-engine.ts";
import { allocate, prepareSession } from "../training/prepare-session.ts";
import { runSession } from "../training/run-session.ts";
import { checkInterval } from "../training/train.ts";
import type { CheckpointOptions, RunOptions } from "../training/train-options.ts";
import { type TrainingResult, trainingResult } from "../training/training-result.ts";
import type { StoredModel } from "./header.ts";
import type { ModelStore } from "./model-store.ts";

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
 * directory. A training that is finished is loaded, with its result. What comes out is to the bit what an uninterrupted training gives, on the kernels; where another engine goes on, it is so
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
  checkInterval("everySeconds", options.everySeconds);
  // Loaded here so that a browser, which has no files, need not find what reads them.
  const { openStore } = await import("./model-store.ts");
  const { readHeader } = await import("./model-directory.ts");
  // A directory that is not there is not made.
  await readHeader(directory);
  const store = await openStore(directory);
  try {
    if (store.damage !== undefined) throw store.damage;
    const model = store.goOn();
    if (model.memberCount > 1) {
      throw new Error(`${directory} holds an ensemble of ${model.memberCount} rankers; resumeModel goes on with it`);
    }
    return await resumeMember(store, model, 0, data, options);
  } finally {
    await store.close();
  }
}

/** Goes on with the training of a member; one that is finished is loaded. */
export async function resumeMember(
  store: ModelStore,
  model: StoredModel,
  index: number,
  data: TrainingData,
  options: ResumeOptions,
): Promise<ResumedTraining> {
  const { openArrays } = await import("./model-directory.ts");
  const { readRanker } = await import("./read-ranker.ts");
  const { checksum, memberTraining, trainingArrays } = await import("./write-checkpoint.ts");
  const { directory } = store;
  const member = model.members[index];
  const training = memberTraining(member, directory);
  if (training === undefined) throw new Error(`${directory} holds a model but no training that could be resumed`);
  const { settings, state } = training;
  const { kernelBuild } = member;
  if (kernelBuild === "relaxed-simd" && supportedKernelBuild() === "simd") {
    throw new Error(`${directory} was trained with the ${kernelBuild} kernels, which this engine does not run`);
  }
  if (settings.loss === "given" && options.loss === undefined) {
    throw new TypeError("loss is missing; the training was begun with a function, expected it again");
  }
  const startEngine = await chooseEngine(options);
  const arrays = await openArrays(
    directory,
    () => [member],
    () => true,
  );
  try {
    const ranker = await readRanker(arrays, model, member, await loadKernelModule({ kernelBuild }));
    // All members of an ensemble have the same data: those of the first were compared.
    const compared = index > 0 && training.data === memberTraining(model.members[0], directory)?.data;
    if (state.finished && compared) return { ranker, result: trainingResult(ranker, settings, state) };
    const session = prepareSession(ranker, data, options.validation, settings);
    if (checksum(session.data) !== training.data) {
      throw new Error(`the data are not those that ${directory} was trained on; expected the same rows, in any order`);
    }
    if (state.finished) return { ranker, result: trainingResult(ranker, settings, state) };
    const { threads, signal, onProgress, everySeconds } = options;
    const network = await allocate(ranker, session, settings, threads ?? defaultThreads());
    await arrays.read(member, trainingArrays(network));
    const lossFunction = settings.loss === "given" ? options.loss : undefined;
    const run = { ranker, ...session, network, settings, state, lossFunction, startEngine };
    const keeping = { store, index, everySeconds };
    return { ranker, result: await runSession({ ...run, threads, signal, onProgress, keeping }) };
  } finally {
    await arrays.close();
  }
}
