import type { TrainingRecord } from "../model/training-record.ts";
import { knownVocabulary, type Vocabulary } from "../model/vocabulary.ts";
import { type Header, isFinished, isFinishedMember, type StoredModel } from "../store/header.ts";
import { type ModelStore, openStore } from "../store/model-store.ts";
import { memberTraining } from "../training/checkpoint.ts";
import type { TrainingSettings } from "../training/settings.ts";

/** A model's directory that this process alone writes to, until it is closed. */
export interface ModelDirectory {
  /** Where it is. */
  readonly directory: string;
  /** What it holds at the moment. */
  readonly status: () => ModelStatus;
  /** Lets other processes write to it. A directory that was made and has got no model is removed. */
  readonly close: () => Promise<void>;
}

/**
 * Takes a directory for a training, so that what is there can be looked at and nobody else changes it: {@link trainModel} and
 * {@link resumeModel} then train into it. The directory is made where it is missing. One that cannot be written to, or that another
 * process writes to, is refused with a sentence, which names that process; what a process left that was killed is taken over.
 *
 * @param directory - Where the model is, or is to be.
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

/** Works in a directory that is open already, or opens it for as long as the work takes. */
export async function inModelDirectory<T>(
  given: ModelDirectory | string,
  work: (store: ModelStore, place: ModelDirectory) => Promise<T>,
): Promise<T> {
  const place = typeof given === "string" ? await openModelDirectory(given) : given;
  const store = stores.get(place);
  if (store === undefined) throw new TypeError("directory is not open; expected what openModelDirectory returns");
  try {
    return await work(store, place);
  } finally {
    if (place !== given) await place.close();
  }
}

/** What a model's directory holds, as far as its header says. */
export type ModelStatus = DamagedStatus | EmptyStatus | HeldStatus;

/** There is no model, and no training. */
export interface EmptyStatus {
  /** What is there. */
  readonly state: "empty";
}

/** There is something that cannot be read. */
export interface DamagedStatus {
  /** What is there. */
  readonly state: "damaged";
  /** Why it cannot be read. */
  readonly reason: string;
}

/** There is a model, or the training of one. */
export interface HeldStatus {
  /**
   * What is there:
   *
   * - `"finished"`: a model, and nothing to go on with.
   * - `"training"`: a training that is unfinished; what loads is its best model so far.
   * - `"replacing"`: a model, which loads, and beside it an unfinished training that is to replace it.
   */
  readonly state: "finished" | "replacing" | "training";
  /** When the directory was last written to, as an ISO date. */
  readonly written: string;
  /** What can be resumed; where that is nothing, the model. */
  readonly training: TrainingStatus;
}

/** How far a training is, and with what it was begun. */
export interface TrainingStatus extends Vocabulary {
  /** How many members the model has when it is finished. */
  readonly memberCount: number;
  /** How many of them are finished. */
  readonly finishedMembers: number;
  /** How many epochs of the member that is being trained are over, in all of its trials. */
  readonly epochs: number;
  /** How many hidden units. */
  readonly hidden: number;
  /** Whether rows of features are divided by their norm. */
  readonly normalize: boolean;
  /** The seed of the first member; the others follow it. */
  readonly seed: number;
  /** The names of the items, where known. */
  readonly itemNames: readonly string[] | undefined;
  /** The settings of the first member; none where it was only saved, or where it is of a format that cannot be gone on with. */
  readonly settings: TrainingSettings | undefined;
  /** What whoever began it left about it. */
  readonly record: TrainingRecord | undefined;
}

/** What a header says. */
function modelStatus(directory: string, { model, replacement, written }: Header): HeldStatus {
  const alone = isFinished(model) ? "finished" : "training";
  return {
    state: replacement === undefined ? alone : "replacing",
    written,
    training: trainingStatus(directory, replacement ?? model),
  };
}

function trainingStatus(directory: string, model: StoredModel): TrainingStatus {
  const { members, memberCount, itemNames, record } = model;
  const [{ shape, normalize, seed }] = members;
  const last = memberTraining(members[members.length - 1], directory);
  return {
    ...knownVocabulary(model),
    memberCount,
    finishedMembers: members.filter(isFinishedMember).length,
    epochs: last?.state.history.length ?? 0,
    hidden: shape.hidden,
    normalize,
    seed,
    itemNames,
    settings: memberTraining(members[0], directory)?.settings,
    record,
  };
}
