import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createJob, type Executor, type Job, type JobProgress, type JobStore, runJobs } from "@tierwise/jobs";
import {
  type MemberEvent,
  type ModelDirectory,
  type TrainedModel,
  type TrainingData,
  type TrainingEvent,
  type TrainModelOptions,
  trainModel,
} from "@tierwise/ranker";
import { jobKinds } from "./jobs.ts";
import { dataFiles } from "./study/cell-job.ts";
import type { MemberOptions, MemberResult, MemberSettings } from "./training/member-job.ts";

/** Options for {@link trainEnsemble}: those of `trainModel` of `@tierwise/ranker` that are JSON, and where the members are trained. */
export interface EnsembleOptions extends Omit<MemberOptions, "seed"> {
  /** The number of members. */
  readonly members: number;
  /** The seed of the first member; the others use the seeds that follow. Default: 0. */
  readonly seed?: number;
  /** The path of the training data, which other processes read. */
  readonly train: string;
  /** The path of validation data. Default: `validation` is a share of the training rows. */
  readonly validationFile?: string;
  /** Where the members are trained. */
  readonly executor: Executor;
  /** The number of threads of this machine. Default: all cores. */
  readonly threads?: number;
  /** The name of the run, for lists of runs. Default: the kind of its jobs. */
  readonly title?: string;
  /** Information to store with the model. Default: none. */
  readonly record?: TrainModelOptions["record"];
  /** Whether to replace an existing model. Default: false. */
  readonly replace?: boolean;
  /** Cancels training; finished members are kept in the executor's store. */
  readonly signal?: AbortSignal;
  /** Called with the progress of members. */
  readonly onProgress?: (event: MemberEvent) => void;
  /** Called with a sentence for the user. Default: nothing. */
  readonly onNote?: (sentence: string) => void;
}

/**
 * Trains an ensemble whose members are jobs, in local processes or on a queue. The weights are the same bytes as those of `trainModel` with
 * the same options.
 *
 * @param directory - The path of the model directory, or the open directory.
 * @param data - The content of the training data.
 * @param options - The options of `trainModel`, the paths of the data, and the executor.
 */
export async function trainEnsemble(
  directory: ModelDirectory | string,
  data: TrainingData,
  options: EnsembleOptions,
): Promise<TrainedModel> {
  const {
    members,
    train,
    validationFile,
    executor,
    threads,
    title,
    record,
    replace,
    signal,
    onProgress,
    onNote,
    seed = 0,
    ...model
  } = options;
  const jobs = await memberJobs(options, model);
  const scratch = await mkdtemp(join(tmpdir(), "tierwise-ensemble-"));
  const store = await executor.openStore();
  try {
    const results = (await runJobs(jobs, {
      kinds: jobKinds,
      executor,
      ...(threads === undefined ? {} : { threads }),
      ...(title === undefined ? {} : { title }),
      ...(signal === undefined ? {} : { signal }),
      ...(onNote === undefined ? {} : { onNote }),
      ...(onProgress === undefined ? {} : { onProgress: memberProgress(onProgress, members) }),
    })) as MemberResult[];
    return await trainModel(directory, data, {
      ...model,
      seed,
      members,
      ...(record === undefined ? {} : { record }),
      ...(replace === undefined ? {} : { replace }),
      trainMember: (index) => fetchMember(store, results[index], join(scratch, String(index))),
    });
  } finally {
    await store.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** One job per member, named by the content of its data. */
async function memberJobs(
  { members, train, validationFile, seed = 0 }: EnsembleOptions,
  model: MemberOptions,
): Promise<Job[]> {
  const paths = [train, ...(validationFile === undefined ? [] : [validationFile])];
  const files = await dataFiles(paths);
  return Array.from({ length: members }, (_, index) => {
    const own = { ...model, seed: seed + index };
    const settings: MemberSettings = {
      train,
      ...(validationFile === undefined ? {} : { validation: validationFile }),
      options: own,
    };
    return createJob({
      kind: "ensemble-member",
      settings,
      files,
      code: jobKinds.code(),
      identity: { options: own, files: files.map(({ checksum }) => checksum) },
      title: `member ${index + 1} of ${members}`,
    });
  });
}

/** Writes the model directory of a member. */
async function fetchMember(store: JobStore, { files }: MemberResult, directory: string): Promise<string> {
  await mkdir(directory);
  for (const [name, checksum] of Object.entries(files)) await store.readFile(checksum, join(directory, name));
  return directory;
}

function memberProgress(onProgress: (event: MemberEvent) => void, memberCount: number) {
  return (member: number, { detail }: JobProgress): void =>
    onProgress({ ...(detail as TrainingEvent), member, memberCount });
}
