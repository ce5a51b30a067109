import type { TrainingRecord } from "../model/training-record.ts";
import { knownVocabulary, type ModelVocabulary } from "../model/vocabulary.ts";
import { type Header, isFinished, isFinishedMember, type StoredModel } from "../store/header.ts";
import { type ModelStore, openStore } from "../store/model-store.ts";
import { memberTraining } from "../training/member-training.ts";
import type { ValidationReport } from "../training/progress.ts";
import type { TrainingSettings } from "../training/settings.ts";

/** A model directory that is open for exclusive writing by this process until it is closed. */
export interface ModelDirectory {
  /** The path of the directory. */
  readonly directory: string;
  /** Returns the current status of the directory. */
  readonly status: () => ModelStatus;
  /** Releases the directory to other processes. Removes the directory if {@link openModelDirectory} created it and it contains no model. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a model directory for exclusive writing, so that its contents can be inspected before {@link trainModel} or {@link resumeModel}
 * writes to it. The directory is created if it does not exist. Opening fails if the directory is not writable or another process is
 * writing to it; the error names that process. A lock left behind by a killed process is taken over.
 *
 * @param directory - The path of the model.
 *
 * @example
 * ```ts
 * import { mkdtemp } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { openModelDirectory } from "@tierwise/ranker";
 *
 * const place = await openModelDirectory(join(await mkdtemp(join(tmpdir(), "ranker-")), "model"));
 * console.log(place.status().state); // empty
 * await place.close();
 * ```
 */
export async function openModelDirectory(directory: string): Promise<ModelDirectory> {
  const store = await openStore(directory);
  const place: ModelDirectory = {
    directory,
    status() {
      const header = store.header();
      if (store.damage !== undefined) return { state: "damaged", reason: store.damage.message };
      return header === undefined ? { state: "empty" } : modelStatus(directory, header);
    },
    close: store.close,
  };
  stores.set(place, store);
  return place;
}

const stores = new WeakMap<ModelDirectory, ModelStore>();

/** Runs `work` in a model directory. If the directory is given as a path, it is open only while `work` runs. */
export async function inModelDirectory<T>(
  given: ModelDirectory | string,
  work: (store: ModelStore, place: ModelDirectory) => Promise<T>,
): Promise<T> {
  const place = typeof given === "string" ? await openModelDirectory(given) : given;
  const store = stores.get(place);
  if (store === undefined) throw new TypeError("directory is not open; expected the result of openModelDirectory");
  try {
    return await work(store, place);
  } finally {
    if (place !== given) await place.close();
  }
}

/** The status of a model directory, read from its header. */
export type ModelStatus = DamagedStatus | EmptyStatus | OccupiedStatus;

/** The directory contains neither a model nor an unfinished training run. */
export interface EmptyStatus {
  /** The state of the directory. */
  readonly state: "empty";
}

/** The contents of the directory cannot be read. */
export interface DamagedStatus {
  /** The state of the directory. */
  readonly state: "damaged";
  /** The reason why the contents cannot be read. */
  readonly reason: string;
}

/** The directory contains a model, an unfinished training run, or both. */
export interface OccupiedStatus {
  /**
   * The state of the directory:
   *
   * - `"finished"`: a model, with no training run to resume.
   * - `"training"`: an unfinished training run; its best model so far can be loaded.
   * - `"replacing"`: a model that can be loaded, and an unfinished training run that will replace it.
   */
  readonly state: "finished" | "replacing" | "training";
  /** The time of the last write to the directory, as an ISO date. */
  readonly written: string;
  /** The status of the training run that can be resumed or, if there is none, of the finished model. */
  readonly training: TrainingStatus;
}

/** The progress of a training run, and its original settings. */
export interface TrainingStatus extends ModelVocabulary {
  /** The number of members in the finished model. */
  readonly memberCount: number;
  /** The number of finished members. */
  readonly finishedMembers: number;
  /** The number of completed epochs of the current member, over the trials of all learning rates. */
  readonly epochs: number;
  /** The number of features. */
  readonly featureCount: number;
  /** The number of items. */
  readonly itemCount: number;
  /** The number of hidden units. */
  readonly hidden: number;
  /** Whether every row of features is divided by its Euclidean norm, after any transforms. */
  readonly normalize: boolean;
  /** The seed of the first member; the other members use the seeds that follow. */
  readonly seed: number;
  /** The name of each item, if known. */
  readonly itemNames: readonly string[] | undefined;
  /** The settings of the first member; undefined if it was saved without training, or in a format whose training cannot be resumed. */
  readonly settings: TrainingSettings | undefined;
  /** The results of the best epoch of the first member on the validation rows; undefined without validation rows. */
  readonly validation: ValidationReport | undefined;
  /** The record that was passed to {@link trainModel}, with row and label counts. */
  readonly record: TrainingRecord | undefined;
}

/** The status of a model directory, according to its header. */
function modelStatus(directory: string, { model, replacement, written }: Header): OccupiedStatus {
  const alone = isFinished(model) ? "finished" : "training";
  return {
    state: replacement === undefined ? alone : "replacing",
    written,
    training: trainingStatus(directory, replacement ?? model),
  };
}

/** The progress and settings of a model, according to its header. */
export function trainingStatus(directory: string, model: StoredModel<unknown>): TrainingStatus {
  const { members, memberCount, itemNames, record } = model;
  const [{ shape, normalize, seed }] = members;
  const first = memberTraining(members[0], directory);
  const last = memberTraining(members[members.length - 1], directory);
  const best = first?.state.history.findLast((epoch) => epoch.best && epoch.validation !== undefined);
  return {
    ...knownVocabulary(model),
    memberCount,
    finishedMembers: members.filter(isFinishedMember).length,
    epochs: last?.state.history.length ?? 0,
    featureCount: shape.features,
    itemCount: shape.items,
    hidden: shape.hidden,
    normalize,
    seed,
    itemNames,
    settings: first?.settings,
    validation: best?.validation,
    record,
  };
}
