import type { ModelStore } from "../checkpoint/model-store.ts";
import type { ResumedTraining } from "../checkpoint/resume-training.ts";
import type { TrainingData } from "../data/training-data.ts";
import type { Ranker } from "../ranker.ts";
import type { TrainingEvent } from "../training/progress.ts";
import { trainKept } from "../training/train.ts";
import type { TrainOptions } from "../training/train-options.ts";
import type { Model } from "./model.ts";
import { storedModel } from "./stored-model.ts";

/** Called with what happens to which member, from 0. */
export type MemberProgress = (event: TrainingEvent, member: number) => void;

/** How the members of a model are trained that are not there yet. */
export interface MembersPlan {
  readonly memberCount: number;
  /** A member as it is before the first step. */
  readonly createMember: (index: number) => Ranker;
  readonly optionsOf: (index: number) => TrainOptions;
  readonly everySeconds: number | undefined;
}

/** Trains the members that are missing, one after the other, until all are there or the training is aborted. */
export async function trainMembers(
  store: ModelStore,
  data: TrainingData,
  done: readonly ResumedTraining[],
  { memberCount, createMember, optionsOf, everySeconds }: MembersPlan,
): Promise<Model> {
  const trained = [...done];
  while (trained.length < memberCount && trained.at(-1)?.result.stopped !== "aborted") {
    const index = trained.length;
    const ranker = createMember(index);
    const result = await trainKept(ranker, data, optionsOf(index), { store, index, everySeconds });
    trained.push({ ranker, result });
  }
  const header = store.header();
  if (header === undefined) throw new Error(`${store.directory} holds no model; expected the one that was trained`);
  return storedModel(header.replacement ?? header.model, {
    directory: store.directory,
    written: header.written,
    members: trained.map(({ ranker }) => ranker),
    results: trained.map(({ result }) => result),
  });
}

/** The progress of one member. */
export function progressOf(
  onProgress: MemberProgress | undefined,
  member: number,
): { onProgress?: TrainOptions["onProgress"] & {} } {
  return onProgress === undefined ? {} : { onProgress: (event) => onProgress(event, member) };
}
