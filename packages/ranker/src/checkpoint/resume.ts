import { loadKernelModule, supportedKernelBuild } from "@tierwise/kernels";
import type { RankingLoss } from "@tierwise/losses";
import type { TrainingData } from "../data/training-data.ts";
import type { Ranker } from "../model/ranker.ts";
import type { ExtensionRecord } from "../model/training-record.ts";
import { knownVocabulary } from "../model/vocabulary.ts";
import { extendRanker } from "../network/extend-ranker.ts";
import { createRanker } from "../network/ranker.ts";
import type { StoredModel } from "../store/header.ts";
import { openArrays, readHeader } from "../store/model-directory.ts";
import { type ModelStore, openStore } from "../store/model-store.ts";
import { checksum, keptIn, trainingArrays } from "../training/checkpoint.ts";
import { type MemberTraining, memberTraining } from "../training/member-training.ts";
import { prepareRows, prepareTraining } from "../training/prepare.ts";
import { runTraining } from "../training/run-training.ts";
import { trainingResult } from "../training/state.ts";
import { checkInterval, type TrainedRanker } from "../training/train.ts";
import type { CheckpointOptions, RunOptions, TrainOptions } from "../training/train-options.ts";
import { inModelDirectory, type ModelDirectory } from "./open-model-directory.ts";
import { readMoments } from "./read-moments.ts";
import { progressOf, type TrainedMember, type TrainModelOptions, trainMembers } from "./train-model.ts";
import { readRanker, type TrainedModel, weightsDigest } from "./trained-model.ts";

/** Options for {@link resumeTraining}: only those that a checkpoint cannot store. */
export interface ResumeOptions extends RunOptions, Pick<CheckpointOptions, "everySeconds"> {
  /** The loss, if training was started with a custom loss function. */
  readonly loss?: RankingLoss;
  /** The validation data, if training was started with a separate validation dataset. */
  readonly validation?: TrainingData;
}

/**
 * Resumes training from the last checkpoint with its original settings, and writes further checkpoints to the same directory. If
 * training has already finished, the model and its result are loaded. With the kernels engine, the model is bit-identical to that of an
 * uninterrupted run. If a different engine resumes the run, scores agree with those of an uninterrupted run to 1e-3.
 *
 * @param directory - The directory of the checkpoints.
 * @param data - The original training data, with rows in any order; other data cause an error.
 * @param options - The engine, threads, signal and progress callback, and the loss and validation data if training was started with them.
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
  // Throws an error if the directory does not exist, because opening the directory for writing would create it.
  await readHeader(directory);
  const store = await openStore(directory);
  try {
    if (store.damage !== undefined) throw store.damage;
    const model = store.resume();
    if (model.memberCount > 1) {
      throw new Error(
        `${directory} contains an ensemble of ${model.memberCount} rankers; use resumeModel to resume it`,
      );
    }
    return await resumeMember(store, model, 0, data, options);
  } finally {
    await store.close();
  }
}

/** Options for {@link resumeModel}: only those that a directory cannot store. */
export interface ResumeModelOptions extends Omit<ResumeOptions, "onProgress"> {
  /** Called with progress events, about twenty times per second. */
  readonly onProgress?: TrainModelOptions["onProgress"];
  /** The model that {@link extendModel} extends, if the training run extends an ensemble. Default: none. */
  readonly from?: TrainedModel;
}

/**
 * Resumes training of the ranker or ensemble in a directory, with its original settings. Finished members are loaded, not trained again. If
 * training replaces an earlier model, that model stays in place until training is finished. If training has already finished, the model is
 * loaded.
 *
 * @param directory - The path of the model directory, or the open directory.
 * @param data - The original training data, with rows in any order; other data cause an error.
 * @param options - The engine, threads, signal and progress callback, and the loss and validation data if training was started with them.
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
  const { onProgress, from, ...given } = options;
  const { everySeconds, loss: _loss, validation: _validation, ...run } = given;
  checkInterval("everySeconds", everySeconds);
  return inModelDirectory(directory, async (store) => {
    if (store.damage !== undefined) throw store.damage;
    const model = store.resume();
    const { memberCount } = model;
    const [{ shape, normalize, seed, kernelBuild }] = model.members;
    const training = memberTraining(model.members[0], store.directory);
    if (model.record?.extended !== undefined && model.members.length < memberCount)
      checkExtended(model.record.extended, from);
    const linear = model.record?.linear;
    const done: TrainedMember[] = [];
    for (let index = 0; index < model.members.length; index++) {
      if (linear !== undefined && index === memberCount - 1) {
        // The linear part is written only when it is complete, so it never needs to be resumed.
        done.push({ ranker: await readMember(store, model, index) });
        continue;
      }
      const own = { ...given, ...progressOf(onProgress, index, memberCount) };
      done.push(await resumeMember(store, model, index, data, own));
    }
    const module = await loadKernelModule({ kernelBuild });
    return trainMembers(store, data, done, {
      memberCount,
      linear,
      createMember(index) {
        const options = { ...shape, seed: seed + index, module, ...knownVocabulary(model) };
        return model.record?.extended === undefined || from === undefined
          ? createRanker({ ...options, normalize })
          : extendRanker(from.members[index], options);
      },
      momentsOf: from && model.record?.extended && ((index) => readMoments(from, index)),
      options: { ...settingsAgain(training, options), ...run },
      onProgress,
      everySeconds,
    });
  });
}

async function readMember({ directory }: ModelStore, model: StoredModel, index: number): Promise<Ranker> {
  const member = model.members[index];
  const arrays = await openArrays(
    directory,
    () => [member],
    () => true,
  );
  try {
    return await readRanker(arrays, model, member, await loadKernelModule({ kernelBuild: member.kernelBuild }));
  } finally {
    await arrays.close();
  }
}

/** Throws an error unless `from` is the model that an extension started from. */
function checkExtended(extended: ExtensionRecord, from: TrainedModel | undefined): void {
  if (from === undefined) {
    throw new TypeError(`from is missing; expected the model ${extended.from}, which the training run extends`);
  }
  if (weightsDigest(from) === extended.digest) return;
  throw new Error(`${from.directory} has changed since the training run began to extend it; expected the same model`);
}

/** Resumes training of a member, or loads the member if it is finished. */
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
  if (training === undefined) throw new Error(`${directory} holds a model but no training run to resume`);
  const { settings, state } = training;
  const { kernelBuild } = member;
  if (kernelBuild === "relaxed-simd" && supportedKernelBuild() === "simd") {
    throw new Error(
      `${directory} was trained with the ${kernelBuild} kernels, which this JavaScript engine does not support`,
    );
  }
  if (settings.loss === "given" && options.loss === undefined) {
    throw new TypeError("loss is missing; training was started with a loss function, which must be passed again");
  }
  const arrays = await openArrays(
    directory,
    () => [member],
    () => true,
  );
  try {
    const ranker = await readRanker(arrays, model, member, await loadKernelModule({ kernelBuild }));
    const finished = { ranker, result: trainingResult(ranker, settings, state) };
    // All members of an ensemble share the same data, which was already compared for the first member.
    const compared = index > 0 && training.data === memberTraining(model.members[0], directory)?.data;
    if (state.finished && compared) return finished;
    const { loss, everySeconds, ...given } = options;
    const again: TrainOptions = { ...given, ...(settings.loss === "given" && loss !== undefined && { loss }) };
    const rows = prepareRows(ranker, data, again, settings);
    if (checksum(rows.data) !== training.data) {
      throw new Error(`the dataset is not the one ${directory} was trained on; expected the same rows, in any order`);
    }
    if (state.finished) return finished;
    const run = await prepareTraining(ranker, rows, again, settings, state);
    await arrays.read(member, trainingArrays(run.network));
    return { ranker, result: await runTraining(run, keptIn(store, index, everySeconds)) };
  } finally {
    await arrays.close();
  }
}

/** The options that reproduce the original settings of a training run. */
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
