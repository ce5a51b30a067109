import { loadKernelModule, supportedKernelBuild } from "@tierwise/kernels";
import type { RankingLoss } from "@tierwise/losses";
import type { TrainingData } from "../data/training-data.ts";
import { knownVocabulary } from "../model/vocabulary.ts";
import { createRanker } from "../network/ranker.ts";
import type { StoredModel } from "../store/header.ts";
import { openArrays, readHeader } from "../store/model-directory.ts";
import { type ModelStore, openStore } from "../store/model-store.ts";
import { checksum, keptIn, type MemberTraining, memberTraining, trainingArrays } from "../training/checkpoint.ts";
import { prepareRows, prepareTraining } from "../training/prepare.ts";
import { runTraining } from "../training/run-training.ts";
import { trainingResult } from "../training/state.ts";
import { checkInterval, type TrainedRanker } from "../training/train.ts";
import type { CheckpointOptions, RunOptions, TrainOptions } from "../training/train-options.ts";
import { inModelDirectory, type ModelDirectory } from "./open-model-directory.ts";
import { progressOf, type TrainModelOptions, trainMembers } from "./train-model.ts";
import { readRanker, type TrainedModel } from "./trained-model.ts";

/** What {@link resumeTraining} takes: what a checkpoint cannot hold. */
export interface ResumeOptions extends RunOptions, Pick<CheckpointOptions, "everySeconds"> {
  /** The loss, where the training was begun with a function. */
  readonly loss?: RankingLoss;
  /** The validation data, where the training was begun with some. */
  readonly validation?: TrainingData;
}

/**
 * Goes on with a training from its last checkpoint, with the settings it was begun with, and writes further checkpoints to the same
 * directory. A training that is finished is loaded, with its result. What comes out is to the bit what an uninterrupted training gives, on the
 * kernels; where another engine goes on, it is so to 1e-3.
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
 * const onProgress = ({ stage }: { stage: string }): void => {
 *   if (stage === "epoch") stop.abort();
 * };
 * const options = { checkpoint: { directory }, signal: stop.signal, onProgress, epochs: 4 };
 * const error = await train(ranker, data, options).catch((error) => error);
 * console.log(error.name); // AbortError
 * const { result } = await resumeTraining(directory, data);
 * console.log(result.stopped); // finished
 * ```
 */
export async function resumeTraining(
  directory: string,
  data: TrainingData,
  options: ResumeOptions = {},
): Promise<TrainedRanker> {
  checkInterval("everySeconds", options.everySeconds);
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

/** What {@link resumeModel} takes: what a directory cannot hold. */
export interface ResumeModelOptions extends Omit<ResumeOptions, "onProgress"> {
  /** Called with what happens, about twenty times a second. */
  readonly onProgress?: TrainModelOptions["onProgress"];
}

/**
 * Goes on with the training that a directory holds, of a ranker or of an ensemble, with the settings it was begun with. Members that
 * are finished are loaded, not trained again. Where the training is to replace a model, that model stays until the training is
 * finished. A training that is finished is loaded.
 *
 * @param directory - Where the training is; or that directory, opened.
 * @param data - The data that the training was begun with, in any order of their rows; other data are refused.
 * @param options - Engine, threads, signal and progress; a loss or validation data, where those were given.
 *
 * @example
 * ```ts
 * import { mkdtemp } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { generateXmlDataset } from "@tierwise/datasets-xml";
 * import { resumeModel, trainModel } from "@tierwise/ranker";
 *
 * const directory = join(await mkdtemp(join(tmpdir(), "ranker-")), "model");
 * const data = generateXmlDataset({ rows: 300, features: 50, labels: 30, labelsPerRow: 3, featuresPerRow: 8, seed: 1 });
 * const stop = new AbortController();
 * const onProgress = ({ stage }: { stage: string }): void => {
 *   if (stage === "epoch") stop.abort();
 * };
 * const options = { members: 2, hidden: 16, epochs: 2, learningRates: [1e-2] };
 * const error = await trainModel(directory, data, { ...options, signal: stop.signal, onProgress }).catch((error) => error);
 * console.log(error.name); // AbortError
 * const model = await resumeModel(directory, data);
 * console.log(model.finished, model.members.length); // true 2
 * ```
 */
export async function resumeModel(
  directory: ModelDirectory | string,
  data: TrainingData,
  options: ResumeModelOptions = {},
): Promise<TrainedModel> {
  const { onProgress, ...given } = options;
  const { everySeconds, loss: _loss, validation: _validation, ...run } = given;
  checkInterval("everySeconds", everySeconds);
  return inModelDirectory(directory, async (store) => {
    if (store.damage !== undefined) throw store.damage;
    const model = store.goOn();
    const { memberCount } = model;
    const [{ shape, normalize, seed, kernelBuild }] = model.members;
    const training = memberTraining(model.members[0], store.directory);
    const done: TrainedRanker[] = [];
    for (let index = 0; index < model.members.length; index++) {
      const own = { ...given, ...progressOf(onProgress, index, memberCount) };
      done.push(await resumeMember(store, model, index, data, own));
    }
    const module = await loadKernelModule({ kernelBuild });
    return trainMembers(store, data, done, {
      memberCount,
      createMember: (index) =>
        createRanker({ ...shape, normalize, seed: seed + index, module, ...knownVocabulary(model) }),
      options: { ...settingsAgain(training, options), ...run },
      onProgress,
      everySeconds,
    });
  });
}

/** Goes on with the training of a member; one that is finished is loaded. */
async function resumeMember(
  store: ModelStore,
  model: StoredModel,
  index: number,
  data: TrainingData,
  options: ResumeOptions,
): Promise<TrainedRanker> {
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
  const arrays = await openArrays(
    directory,
    () => [member],
    () => true,
  );
  try {
    const ranker = await readRanker(arrays, model, member, await loadKernelModule({ kernelBuild }));
    const finished = { ranker, result: trainingResult(ranker, settings, state) };
    // All members of an ensemble have the same data: those of the first were compared.
    const compared = index > 0 && training.data === memberTraining(model.members[0], directory)?.data;
    if (state.finished && compared) return finished;
    const { loss, everySeconds, ...given } = options;
    const again: TrainOptions = { ...given, ...(settings.loss === "given" && loss !== undefined && { loss }) };
    const rows = prepareRows(ranker, data, again, settings);
    if (checksum(rows.data) !== training.data) {
      throw new Error(`the data are not those that ${directory} was trained on; expected the same rows, in any order`);
    }
    if (state.finished) return finished;
    const run = await prepareTraining(ranker, rows, again, settings, state);
    await arrays.read(member, trainingArrays(run.network));
    return { ranker, result: await runTraining(run, keptIn(store, index, everySeconds)) };
  } finally {
    await arrays.close();
  }
}

/** The options that give the settings which a training was begun with. */
function settingsAgain(
  training: MemberTraining | undefined,
  { loss, validation }: Pick<ResumeModelOptions, "loss" | "validation">,
): TrainOptions {
  if (training === undefined) return {};
  const { loss: spec, validation: held, ...settings } = training.settings;
  const lossAgain = spec === "given" ? loss : spec;
  const heldAgain = held === "given" ? validation : held;
  return {
    ...settings,
    ...(lossAgain === undefined ? {} : { loss: lossAgain }),
    ...(heldAgain === undefined ? {} : { validation: heldAgain }),
  };
}
