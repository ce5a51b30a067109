import { loadKernelModule } from "@tierwise/kernels";
import { itemCounts, prepareData, type TrainingData } from "../data/training-data.ts";
import type { Ranker, RankerOptions } from "../model/ranker.ts";
import type { TrainingRecord } from "../model/training-record.ts";
import { knownVocabulary } from "../model/vocabulary.ts";
import type { ModelStore } from "../store/model-store.ts";
import { keptIn } from "../training/checkpoint.ts";
import type { TrainingEvent } from "../training/progress.ts";
import { runTraining } from "../training/run-training.ts";
import { beginTraining, checkInterval, rankerFor, type TrainedRanker } from "../training/train.ts";
import type { TrainOptions } from "../training/train-options.ts";
import { inModelDirectory, type ModelDirectory, type ModelStatus } from "./open-model-directory.ts";
import { type TrainedModel, trainedModel } from "./trained-model.ts";

/** What happens while a model is trained: the events of a training, and whose they are. */
export type MemberEvent = TrainingEvent & {
  /** Which member is being trained, from 0. */
  readonly member: number;
  /** How many members the model has. */
  readonly memberCount: number;
};

/** Options of {@link trainModel}: those of {@link trainRanker}, and what the model is. */
export interface TrainModelOptions
  extends Omit<TrainOptions, "checkpoint" | "onProgress">,
    Partial<Omit<RankerOptions, "module" | "seed">> {
  /** How many rankers are trained, with seeds that follow one another; their scores are averaged. Default: 1. */
  readonly members?: number;
  /** What the model says about how it was trained, besides its rows and label counts. Default: nothing. */
  readonly record?: TrainingRecord;
  /**
   * Whether what the directory holds is replaced. It stays, and loads, until the new model is complete. Default: no, a directory that
   * holds something is refused.
   */
  readonly replace?: boolean;
  /** How many seconds old a checkpoint is when the next one is written. Default: 60. */
  readonly everySeconds?: number;
  /** Called with what happens, about twenty times a second. */
  readonly onProgress?: (event: MemberEvent) => void;
}

/**
 * Trains a ranker, or an ensemble, into a directory. Options are checked before anything is written. The training is kept from its
 * beginning on: after an interruption, whatever its kind and moment, {@link resumeModel} goes on and ends with the model that an
 * uninterrupted training gives, to the bit on the kernels.
 *
 * @param directory - Where the model goes; or that directory, opened.
 * @param data - A multi-label data set, or rows with preferences.
 * @param options - The model, a preset and what differs from it.
 * @returns The model. Where the signal cancels it, it rejects once a checkpoint is written; {@link loadModel} has what there is of it.
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
  const { members = 1, record, replace, everySeconds, onProgress, seed = 0, ...rest } = options;
  if (!Number.isInteger(members) || members < 1) {
    throw new RangeError(`members is ${members}; expected an integer of at least 1`);
  }
  checkInterval("everySeconds", everySeconds);
  const module = await loadKernelModule();
  // Options and data are checked before the directory is touched.
  const first = rankerFor(data, { ...rest, seed, module });
  const { featureCount: features, itemCount: items } = first.ranker;
  return inModelDirectory(directory, async (store, place) => {
    if (replace !== true) refuseHeld(place);
    store.begin({
      memberCount: members,
      ...knownVocabulary(rest),
      record: { ...countsOf(data, { features, items }), ...record },
    });
    try {
      return await trainMembers(store, data, [], {
        memberCount: members,
        createMember: (index) =>
          index === 0 ? first.ranker : rankerFor(data, { ...rest, seed: seed + index, module }).ranker,
        options: first.rest,
        onProgress,
        everySeconds,
      });
    } catch (error) {
      if (!options.signal?.aborted) await store.discard().catch(() => {});
      throw error;
    }
  });
}

/** How many rows there are, and in how many of them each item is relevant: what propensities are computed from. */
function countsOf(data: TrainingData, shape: { features: number; items: number }): TrainingRecord {
  const prepared = prepareData(data, shape, false);
  const rows = Int32Array.from({ length: prepared.rowCount }, (_, row) => row);
  return { rows: prepared.rowCount, labelCounts: Array.from(itemCounts(prepared, rows)) };
}

/** How the members of a model are trained that are not there yet. */
export interface MembersPlan {
  readonly memberCount: number;
  /** A member as it is before the first step. */
  readonly createMember: (index: number) => Ranker;
  /** The options of all of them, less seed and progress. */
  readonly options: TrainOptions;
  readonly onProgress: TrainModelOptions["onProgress"];
  readonly everySeconds: number | undefined;
}

/** Trains the members that are missing, one after the other. */
export async function trainMembers(
  store: ModelStore,
  data: TrainingData,
  done: readonly TrainedRanker[],
  { memberCount, createMember, options, onProgress, everySeconds }: MembersPlan,
): Promise<TrainedModel> {
  const trained = [...done];
  while (trained.length < memberCount) {
    const index = trained.length;
    const ranker = createMember(index);
    const own = { ...options, ...progressOf(onProgress, index, memberCount), seed: ranker.seed };
    const training = await beginTraining(ranker, data, own);
    trained.push({ ranker, result: await runTraining(training, keptIn(store, index, everySeconds)) });
  }
  const header = store.header();
  if (header === undefined) throw new Error(`${store.directory} holds no model; expected the one that was trained`);
  const members = trained.map(({ ranker }) => ranker);
  const results = trained.map(({ result }) => result);
  return trainedModel(header.replacement ?? header.model, header, store.directory, members, results);
}

/** The progress of one member. */
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
  if (held.state === "damaged") throw new Error(`${held.reason}; replace: true replaces it`);
  const what = held.state === "finished" ? "a model" : "a training that is unfinished; resumeModel goes on with it";
  throw new Error(`${directory} holds ${what}, last written ${held.written}; replace: true replaces it`);
}
