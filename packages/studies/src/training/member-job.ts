import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JobContext } from "@tierwise/jobs";
import type { LossName, LossSpec } from "@tierwise/losses";
import { type TrainModelOptions, trainModel } from "@tierwise/ranker";
import { readStudyData } from "../data/study-data.ts";

/** The options of a member that are JSON. */
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

/** The training of one member of an ensemble. */
export interface MemberSettings {
  /** The path of the training data. */
  readonly train: string;
  /** The path of the validation data. */
  readonly validation?: string;
  /** The options of the model, with the seed of the member. */
  readonly options: MemberOptions;
}

/** The result of training a member: the checksum of each file of its model directory. */
export interface MemberResult {
  readonly files: Readonly<Record<string, string>>;
}

/** Trains a member and keeps the files of its model. */
export async function runMember(
  settings: unknown,
  { threads, signal, onProgress, file, keep }: JobContext,
): Promise<MemberResult> {
  const { train, validation, options } = settings as MemberSettings;
  const directory = await mkdtemp(join(tmpdir(), "tierwise-member-"));
  try {
    // Reads and matches the two files as the data of studies.
    const rows = await readStudyData({ train: file(train), test: file(validation ?? train) });
    await trainModel(join(directory, "model"), rows.train, {
      ...options,
      ...(validation === undefined ? {} : { validation: rows.test }),
      threads,
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined
        ? {}
        : {
            onProgress: (event) =>
              onProgress({ stage: "training", done: event.done, total: event.total, detail: event }),
          }),
    });
    const files: Record<string, string> = {};
    for (const name of await readdir(join(directory, "model")))
      files[name] = await keep(join(directory, "model", name));
    return { files };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
