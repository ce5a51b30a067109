import { loadKernelModule } from "@tierwise/kernels";
import type { TrainingData } from "../data/training-data.ts";
import { createRanker } from "../ranker.ts";
import { fittedHidden } from "../training/fitted-hidden.ts";
import { checkInterval } from "../training/train.ts";
import { resolveOptions, type TrainOptions } from "../training/train-options.ts";
import type { TrainingRecord } from "../training/training-record.ts";
import type { Model } from "./model.ts";
import type { ModelStatus } from "./model-status.ts";
import { inModelDirectory, type ModelDirectory } from "./open-model-directory.ts";
import { type MemberProgress, progressOf, trainMembers } from "./train-members.ts";

/** What {@link trainModel} takes: what {@link train} takes, and what the model is. */
export interface TrainModelOptions extends Omit<TrainOptions, "checkpoint" | "onProgress"> {
  /** D, how many features there are. Default: those of a multi-label data set. */
  readonly features?: number;
  /** N, how many items are ranked. Default: the labels of a multi-label data set. */
  readonly items?: number;
  /** How many hidden units. Default: {@link fittedHidden} of the preset. */
  readonly hidden?: number;
  /** Whether every row of features is divided by its Euclidean norm first. Default: no. */
  readonly normalize?: boolean;
  /** The names of the items, saved with the model. */
  readonly itemNames?: readonly string[];
  /** How many rankers are trained, with seeds that follow one another; their scores are averaged. Default: 1. */
  readonly members?: number;
  /** What the model says about how it was trained. */
  readonly record?: TrainingRecord;
  /**
   * Whether what the directory holds is replaced. It stays, and loads, until the new model is complete. Default: no, a directory that
   * holds something is refused.
   */
  readonly replace?: boolean;
  /** How many seconds old a checkpoint is when the next one is written. Default: 60. */
  readonly everySeconds?: number;
  /** Called with what happens, about twenty times a second, and to which member, from 0. */
  readonly onProgress?: MemberProgress;
}

/**
 * Trains a ranker, or an ensemble, into a directory. Options are checked before anything is written. The training is kept from its
 * beginning on: after an interruption, whatever its kind and moment, {@link resumeModel} goes on and ends with the model that an
 * uninterrupted training gives, to the bit on the kernels.
 *
 * @param directory - Where the model goes; or that directory, opened.
 * @param data - A multi-label data set, or rows with preferences.
 * @param options - The model, a preset and what differs from it.
 * @returns The model; where the training was aborted, what there is of it.
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
 * await trainModel(directory, data, { members: 2, hidden: 16, epochs: 2, rates: [1e-2], seed: 1 });
 * const { kind, members, finished } = await loadModel(directory);
 * console.log(kind, members.length, finished); // ensemble 2 true
 * ```
 */
export async function trainModel(
  directory: ModelDirectory | string,
  data: TrainingData,
  options: TrainModelOptions = {},
): Promise<Model> {
  const {
    features,
    items,
    hidden,
    normalize,
    itemNames,
    members = 1,
    record,
    replace,
    everySeconds,
    ...rest
  } = options;
  const { onProgress, seed = 0, ...trainOptions } = rest;
  if (!Number.isInteger(members) || members < 1) {
    throw new RangeError(`members is ${members}; expected an integer of at least 1`);
  }
  checkInterval("everySeconds", everySeconds);
  resolveOptions(trainOptions, seed);
  const labels = "preferences" in data ? undefined : data;
  const names = itemNames === undefined ? {} : { itemNames };
  const sizes = {
    features: features ?? labels?.numFeatures ?? Number.NaN,
    items: items ?? labels?.numLabels ?? Number.NaN,
  };
  const shape = {
    ...sizes,
    hidden: hidden ?? fittedHidden(trainOptions.preset ?? "default", sizes, trainOptions.batch),
    normalize: normalize === true,
    ...names,
  };
  const module = await loadKernelModule();
  return inModelDirectory(directory, async (store, place) => {
    if (replace !== true) refuseHeld(place);
    store.begin({ memberCount: members, ...names, ...(record === undefined ? {} : { record }) });
    try {
      return await trainMembers(store, data, [], {
        memberCount: members,
        createMember: (index) => createRanker({ ...shape, seed: seed + index, module }),
        optionsOf: (index) => ({ ...trainOptions, ...progressOf(onProgress, index), seed: seed + index }),
        everySeconds,
      });
    } catch (error) {
      await store.discard().catch(() => {});
      throw error;
    }
  });
}

function refuseHeld({ directory, status }: ModelDirectory): void {
  const held: ModelStatus = status();
  if (held.state === "empty") return;
  if (held.state === "damaged") throw new Error(`${held.reason}; replace: true replaces it`);
  const what = held.state === "finished" ? "a model" : "a training that is unfinished; resumeModel goes on with it";
  throw new Error(`${directory} holds ${what}, last written ${held.written}; replace: true replaces it`);
}
