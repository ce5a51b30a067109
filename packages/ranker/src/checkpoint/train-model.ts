import { loadKernelModule } from "@tierwise/kernels";
import { itemCounts, prepareData, type TrainingData } from "../data/training-data.ts";
import type { LinearPart } from "../model/linear-part.ts";
import type { Ranker } from "../model/ranker.ts";
import type { TrainingRecord } from "../model/training-record.ts";
import { knownVocabulary, type ModelVocabulary } from "../model/vocabulary.ts";
import { rankerMember, weightArrays } from "../store/header.ts";
import type { ModelStore } from "../store/model-store.ts";
import { keptIn } from "../training/checkpoint.ts";
import { checkLinearPart, trainLinearMember } from "../training/linear-part.ts";
import { continueFrom, type StoredMoments } from "../training/moments.ts";
import type { TrainingEvent } from "../training/progress.ts";
import { runTraining } from "../training/run-training.ts";
import {
  beginTraining,
  checkInterval,
  type NewRankerOptions,
  rankerFor,
  type TrainedRanker,
} from "../training/train.ts";
import type { TrainOptions } from "../training/train-options.ts";
import { adoptMember } from "./adopt-member.ts";
import { inModelDirectory, type ModelDirectory, type ModelStatus } from "./open-model-directory.ts";
import { type TrainedModel, trainedModel } from "./trained-model.ts";

/** A progress event of {@link trainModel}: a training event, and the member that it belongs to. */
export type MemberEvent = TrainingEvent & {
  /** The 0-based index of the member that is being trained. */
  readonly member: number;
  /** The number of members in the model. */
  readonly memberCount: number;
};

/** Options for {@link trainModel}: the options of {@link trainRanker}, and options for the model and its directory. */
export interface TrainModelOptions
  extends Omit<TrainOptions, "checkpoint" | "onProgress">,
    Omit<NewRankerOptions, "module"> {
  /** The number of rankers to train, with consecutive seeds; their scores are averaged. Default: 1. */
  readonly members?: number;
  /** A linear part, which becomes an additional member of the ensemble. Requires at least two hidden units per item. Default: none. */
  readonly linear?: LinearPart;
  /** Information about the training run to store with the model, in addition to its row and label counts. Default: none. */
  readonly record?: TrainingRecord;
  /**
   * Whether to replace an existing model, which can be loaded until the new model is complete. Default: false; if the directory is not
   * empty, training then fails with an error.
   */
  readonly replace?: boolean;
  /** The number of seconds between checkpoints. Default: 60. */
  readonly everySeconds?: number;
  /** Called with progress events, about twenty times per second. */
  readonly onProgress?: (event: MemberEvent) => void;
  /**
   * Trains a member elsewhere, for example in another process, with the same options and the seed of that member. Resolves to the directory
   * of a finished model that contains only this member. Called for one member at a time. Default: members are trained in this process.
   */
  readonly trainMember?: (index: number) => Promise<string>;
}

/**
 * Trains and saves a ranker or an ensemble. Options are checked before anything is written. Checkpoints are written from the start: after
 * any interruption, {@link resumeModel} resumes training. With the kernels engine, the result is bit-identical to that of an uninterrupted
 * run.
 *
 * @param directory - The path of the model directory, or the open directory.
 * @param data - A multi-label dataset, or rows with preferences.
 * @param options - The model, a preset, and the settings that override it.
 * @returns The model. If canceled, rejects after writing a checkpoint, from which {@link loadModel} loads the best model so far.
 *
 * @example
 * ```ts
 * import { mkdtemp } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { generateXmlDataset } from "@tierwise/datasets-xml";
 * import { loadModel, trainModel } from "@tierwise/ranker";
 *
 * const directory = join(await mkdtemp(join(tmpdir(), "ranker-")), "model");
 * const data = generateXmlDataset({ rows: 300, features: 50, labels: 30, labelsPerRow: 3, featuresPerRow: 8, seed: 1 });
 * await trainModel(directory, data, { members: 2, hidden: 16, epochs: 2, learningRates: [1e-2], seed: 1 });
 * const { kind, members, finished } = await loadModel(directory);
 * console.log(kind, members.length, finished); // ensemble 2 true
 * ```
 */
export async function trainModel(
  directory: ModelDirectory | string,
  data: TrainingData,
  options: TrainModelOptions = {},
): Promise<TrainedModel> {
  const { members = 1, linear, record, replace, everySeconds, onProgress, trainMember, seed = 0, ...rest } = options;
  if (!Number.isInteger(members) || members < 1) {
    throw new RangeError(`members is ${members}; expected a positive integer`);
  }
  checkInterval("everySeconds", everySeconds);
  const module = await loadKernelModule();
  // Checks options and data before touching the directory.
  const first = rankerFor(data, { ...rest, seed, module });
  if (linear !== undefined) checkLinearPart(linear, first.ranker);
  return trainNewModel(directory, data, {
    replace,
    vocabulary: knownVocabulary(first.ranker),
    record: { ...countsOf(data, first.ranker), ...record, ...(linear && { linear }) },
    memberCount: members + Number(linear !== undefined),
    linear,
    createMember: (index) =>
      index === 0 ? first.ranker : rankerFor(data, { ...rest, seed: seed + index, module }).ranker,
    options: first.rest,
    onProgress,
    everySeconds,
    trainMember,
  });
}

/** The number of rows, and the number of rows in which each item is relevant; propensities are computed from these. */
export function countsOf(data: TrainingData, ranker: Ranker): TrainingRecord {
  const prepared = prepareData(data, ranker);
  const rows = Int32Array.from({ length: prepared.rowCount }, (_, row) => row);
  return { rows: prepared.rowCount, labelCounts: Array.from(itemCounts(prepared, rows)) };
}

/** The inputs for training the unfinished members of a model. */
export interface MembersPlan {
  /** The number of members, including the linear part. */
  readonly memberCount: number;
  /** The linear part, which is the last member. Default: none. */
  readonly linear?: LinearPart | undefined;
  readonly createMember: (index: number) => Ranker;
  /** Adam's moments at the start of a member's training. Default: moments of 0. */
  readonly momentsOf?: ((index: number) => Promise<StoredMoments | undefined>) | undefined;
  /** The options that all members share: all except the seed and progress callback. */
  readonly options: TrainOptions;
  readonly onProgress: TrainModelOptions["onProgress"];
  readonly everySeconds: number | undefined;
  readonly trainMember?: TrainModelOptions["trainMember"] | undefined;
}

/** A model that is about to be trained in a directory. */
interface NewModelPlan extends MembersPlan {
  readonly replace: boolean | undefined;
  readonly vocabulary: ModelVocabulary;
  readonly record: TrainingRecord;
}

/** Begins a model in a directory and trains all of its members. If training fails, the model is discarded, unless training was aborted. */
export function trainNewModel(
  directory: ModelDirectory | string,
  data: TrainingData,
  { replace, vocabulary, record, ...plan }: NewModelPlan,
): Promise<TrainedModel> {
  return inModelDirectory(directory, async (store, place) => {
    if (replace !== true) refuseHeld(place);
    store.begin({ memberCount: plan.memberCount, ...vocabulary, record });
    try {
      return await trainMembers(store, data, [], plan);
    } catch (error) {
      if (!plan.options.signal?.aborted) await store.discard().catch(() => {});
      throw error;
    }
  });
}

/** A member and the result of its training; a linear part has no result. */
export type TrainedMember = Pick<TrainedRanker, "ranker"> & Partial<TrainedRanker>;

/** Trains the members that are not finished, one after another. */
export async function trainMembers(
  store: ModelStore,
  data: TrainingData,
  done: readonly TrainedMember[],
  { memberCount, linear, createMember, momentsOf, options, onProgress, everySeconds, trainMember }: MembersPlan,
): Promise<TrainedModel> {
  const trained: TrainedMember[] = [...done];
  while (trained.length < memberCount) {
    const index = trained.length;
    if (linear !== undefined && index === memberCount - 1) {
      const [first] = trained;
      const ranker = await trainLinearMember(first.ranker, data, linear, { networks: index, signal: options.signal });
      await store.writeMember(index, rankerMember(ranker), weightArrays("weights", ranker.weights));
      trained.push({ ranker });
      continue;
    }
    if (trainMember !== undefined) {
      trained.push(await adoptMember(store, index, await trainMember(index)));
      continue;
    }
    const ranker = createMember(index);
    const own = { ...options, ...progressOf(onProgress, index, memberCount), seed: ranker.seed };
    const training = await beginTraining(ranker, data, own);
    const moments = await momentsOf?.(index);
    if (moments !== undefined) continueFrom(training, moments);
    trained.push({ ranker, result: await runTraining(training, keptIn(store, index, everySeconds)) });
  }
  const header = store.header();
  if (header === undefined)
    throw new Error(`${store.directory} holds no model; expected the model that was just trained`);
  const members = trained.map(({ ranker }) => ranker);
  const results = trained.flatMap(({ result }) => result ?? []);
  return trainedModel(header.replacement ?? header.model, header, store.directory, members, results);
}

/** The progress callback of one member. */
export function progressOf(
  onProgress: TrainModelOptions["onProgress"],
  member: number,
  memberCount: number,
): Pick<TrainOptions, "onProgress"> {
  return onProgress === undefined ? {} : { onProgress: (event) => onProgress({ ...event, member, memberCount }) };
}

function refuseHeld({ directory, status }: ModelDirectory): void {
  const held: ModelStatus = status();
  if (held.state === "empty") return;
  if (held.state === "damaged") throw new Error(`${held.reason}; use replace: true to replace it`);
  const what = held.state === "finished" ? "a model" : "an unfinished training run (use resumeModel to resume it)";
  throw new Error(`${directory} holds ${what}, last written ${held.written}; use replace: true to replace it`);
}
