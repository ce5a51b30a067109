import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LabeledRows, replayRows } from "@tierwise/data";
import {
  createJob,
  type Executor,
  fileChecksum,
  type Job,
  type JobFile,
  type JobProgress,
  type JobStore,
  runJobs,
} from "@tierwise/jobs";
import {
  extendModel,
  type MemberEvent,
  type ModelDirectory,
  type TrainedModel,
  type TrainingData,
  type TrainingEvent,
  type TrainModelOptions,
  trainModel,
} from "@tierwise/ranker";
import { exportModel } from "@tierwise/ranker/export";
import { writeTypedFile } from "./data/typed-file.ts";
import { jobKinds } from "./jobs.ts";
import type { MemberData, MemberOptions, MemberResult, MemberSettings } from "./training/member-job.ts";

/** Options for {@link trainEnsemble}: the JSON options of `trainModel` from `@tierwise/ranker`, and where the members are trained. */
export interface EnsembleOptions extends Omit<MemberOptions, "seed" | "validation"> {
  /** The number of members. Default: 1, or the number of members in the model to extend. */
  readonly members?: number;
  /** The seed of the first member. The other members use the following seeds. Default: 0, or the seed of the model to extend. */
  readonly seed?: number;
  /** The validation rows, or the share of training rows to hold out. Default: the preset's share. */
  readonly validation?: TrainingData | number;
  /** The model whose members are trained further, as with `extendModel`. Default: the members are new. */
  readonly extension?: EnsembleExtension;
  /** The executor that trains the members. */
  readonly executor: Executor;
  /** The number of threads to use on this machine. Default: all cores. */
  readonly threads?: number;
  /** The name of the run in lists of runs. Default: the kind of its jobs. */
  readonly title?: string;
  /** Information to store with the model. Default: none. */
  readonly record?: TrainModelOptions["record"];
  /** Whether to replace an existing model. Default: false. */
  readonly replace?: boolean;
  /** Cancels training; finished members are kept in the executor's store. */
  readonly signal?: AbortSignal;
  /** Called with the progress of members. */
  readonly onProgress?: (event: MemberEvent) => void;
  /** Called with a note for the user. Default: notes are ignored. */
  readonly onNote?: (sentence: string) => void;
}

/** A model to train further. */
export interface EnsembleExtension {
  /** The finished model. */
  readonly from: TrainedModel;
  /** Old rows to train on in addition to the new rows. Default: none. */
  readonly replay?: LabeledRows;
  /** The fraction of `replay` to train on. Default: 0.2. */
  readonly replayShare?: number;
}

/**
 * Trains an ensemble, and runs each member as a job in a local process or on a queue. The weights are bit-identical to those of
 * `trainModel` (or `extendModel`) with the same options. The rows are sent to the jobs, so they need not come from a file.
 *
 * @param directory - The path of the model directory, or the open directory.
 * @param data - The training rows.
 * @param options - The options of `trainModel`, and the executor.
 */
export async function trainEnsemble(
  directory: ModelDirectory | string,
  data: TrainingData,
  options: EnsembleOptions,
): Promise<TrainedModel> {
  const { executor, threads, title, record, replace, signal, onProgress, onNote, extension } = options;
  const { members = extension?.from.memberCount ?? 1, seed = extension?.from.members[0].seed ?? 0 } = options;
  const scratch = await mkdtemp(join(tmpdir(), "tierwise-ensemble-"));
  const store = await executor.openStore();
  try {
    const jobs = await memberJobs(data, { ...options, members, seed }, scratch);
    const results = (await runJobs(jobs, {
      kinds: jobKinds,
      executor,
      ...(threads === undefined ? {} : { threads }),
      ...(title === undefined ? {} : { title }),
      ...(signal === undefined ? {} : { signal }),
      ...(onNote === undefined ? {} : { onNote }),
      ...(onProgress === undefined ? {} : { onProgress: memberProgress(onProgress, members) }),
    })) as MemberResult[];
    const model = {
      ...modelOptions(options),
      seed,
      ...(record === undefined ? {} : { record }),
      ...(replace === undefined ? {} : { replace }),
      trainMember: (index: number) => fetchMember(store, results[index], join(scratch, String(index))),
    };
    if (extension === undefined) return await trainModel(directory, data, { ...model, members });
    const { from, ...replayed } = extension;
    return await extendModel(directory, from, data as LabeledRows, { ...model, ...replayed });
  } finally {
    await store.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The JSON options for training a member, except its seed. */
function modelOptions(options: EnsembleOptions): MemberOptions {
  const {
    members: _members,
    seed: _seed,
    extension: _extension,
    executor: _executor,
    threads: _threads,
    title: _title,
    record: _record,
    replace: _replace,
    signal: _signal,
    onProgress: _onProgress,
    onNote: _onNote,
    validation,
    ...model
  } = options;
  return { ...model, ...(typeof validation === "number" && { validation }) };
}

/** One job per member. The rows, names and model that the jobs share are files in `folder`. */
async function memberJobs(
  data: TrainingData,
  options: EnsembleOptions & { readonly members: number; readonly seed: number },
  folder: string,
): Promise<Job[]> {
  const { members, seed, validation, extension } = options;
  const { itemNames, itemTitles, featureNames, featureItems, linear: _linear, ...model } = modelOptions(options);
  const { from, replay, replayShare: share = 0.2 } = extension ?? {};
  const shared: MemberData = {
    data: replay === undefined ? data : replayRows(data as LabeledRows, replay, { share, seed }).rows,
    ...(typeof validation === "object" && { validation }),
    vocabulary: { itemNames, itemTitles, featureNames, featureItems },
  };
  const path = join(folder, "rows");
  await writeTypedFile(path, shared);
  const files = [await describeFile(path)];
  const old = join(folder, "old.tierwise");
  if (from !== undefined) {
    await exportModel(from, { tierwise: old });
    files.push(await describeFile(old));
  }
  return Array.from({ length: members }, (_, index) => {
    // When a model is extended, `extendModel` derives the seed of each member from the first member's seed.
    const own = { ...model, seed: from === undefined ? seed + index : seed };
    const settings: MemberSettings = { path, options: own, ...(from && { from: { path: old, index } }) };
    return createJob({
      kind: "ensemble-member",
      settings,
      files,
      code: jobKinds.code(),
      identity: { options: own, files: files.map(({ checksum }) => checksum), ...(from && { index }) },
      title: `member ${index + 1} of ${members}`,
    });
  });
}

async function describeFile(path: string): Promise<JobFile> {
  return { path, ...(await fileChecksum(path)) };
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
