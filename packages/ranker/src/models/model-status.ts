import { type Header, isFinished, isFinishedMember, type StoredModel } from "../checkpoint/header.ts";
import { memberTraining } from "../checkpoint/write-checkpoint.ts";
import type { TrainingSettings } from "../training/settings.ts";
import type { TrainingRecord } from "../training/training-record.ts";

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
export interface TrainingStatus {
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
  /** The settings of the first member; none where it was only saved. */
  readonly settings: TrainingSettings | undefined;
  /** What whoever began it left about it. */
  readonly record: TrainingRecord | undefined;
}

/** What a header says. */
export function modelStatus(directory: string, { model, replacement, written }: Header): HeldStatus {
  const alone = isFinished(model) ? "finished" : "training";
  return {
    state: replacement === undefined ? alone : "replacing",
    written,
    training: trainingStatus(directory, replacement ?? model),
  };
}

function trainingStatus(directory: string, { members, memberCount, itemNames, record }: StoredModel): TrainingStatus {
  const [{ shape, normalize, seed }] = members;
  const last = memberTraining(members[members.length - 1], directory);
  return {
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
