import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LabeledRows, Vocabulary } from "@tierwise/data";
import type { JobContext } from "@tierwise/jobs";
import type { LossName, LossSpec } from "@tierwise/losses";
import { extendModel, loadModel, type TrainingData, type TrainModelOptions, trainModel } from "@tierwise/ranker";
import { readTypedFile } from "../data/typed-file.ts";

/** The options of a member that can be expressed in JSON. */
export type MemberOptions = Omit<
  TrainModelOptions,
  | "everySeconds"
  | "loss"
  | "members"
  | "onProgress"
  | "record"
  | "replace"
  | "signal"
  | "threads"
  | "trainMember"
  | "validation"
> & {
  /** The loss, as JSON. Default: PL-Partition. */
  readonly loss?: LossName | LossSpec;
  /** The share of training rows to hold out. Default: the preset's share. */
  readonly validation?: number;
};

/** The contents of the file of rows and names that all members of an ensemble share. */
export interface MemberData {
  readonly data: TrainingData;
  /** The validation rows, if they are not a share of the training rows. */
  readonly validation?: TrainingData;
  readonly vocabulary: Vocabulary;
}

/** The settings of a job that trains one member of an ensemble. */
export interface MemberSettings {
  /** The path of the shared rows and names. */
  readonly path: string;
  /** The options of the model without its vocabulary; `seed` is the seed of this member, or of the first member in an extension. */
  readonly options: MemberOptions;
  /** The model, and the index of the member to train further; undefined for a new member. */
  readonly from?: { readonly path: string; readonly index: number };
}

/** The result of training a member: the checksum of each file in its model directory. */
export interface MemberResult {
  readonly files: Readonly<Record<string, string>>;
}

/** Trains a member and stores the files of its model. */
export async function runMember(settings: unknown, context: JobContext): Promise<MemberResult> {
  const { path, options, from } = settings as MemberSettings;
  const { threads, signal, onProgress, file, keep } = context;
  const { data, validation, vocabulary } = (await readTypedFile(file(path))) as MemberData;
  const run: TrainModelOptions = {
    ...options,
    ...vocabulary,
    ...(validation && { validation }),
    threads,
    ...(signal && { signal }),
    ...(onProgress && {
      onProgress: (event) => onProgress({ stage: "training", done: event.done, total: event.total, detail: event }),
    }),
  };
  const scratch = await mkdtemp(join(tmpdir(), "tierwise-member-"));
  const directory = join(scratch, "model");
  try {
    if (from === undefined) await trainModel(directory, data, run);
    else {
      const { path: old, index: member } = from;
      await extendModel(directory, await loadModel(file(old)), data as LabeledRows, { ...run, member });
    }
    const files: Record<string, string> = {};
    for (const name of await readdir(directory)) files[name] = await keep(join(directory, name));
    return { files };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
