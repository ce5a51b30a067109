import { availableParallelism } from "node:os";
import type { Executor } from "./execution/executor.ts";
import { processes } from "./executors/processes.ts";
import type { Job } from "./job/job.ts";
import type { JobKinds, JobProgress } from "./job/job-kind.ts";
import { type JobFailure, JobsFailedError } from "./job/jobs-failed-error.ts";

/** Options for {@link runJobs}. */
export interface RunJobsOptions {
  /** The functions that run the jobs, by kind. */
  readonly kinds: JobKinds;
  /** Where the jobs run. Default: one local process per thread (`processes()`). */
  readonly executor?: Executor;
  /** The total number of threads on this machine that the jobs may use. Default: all cores. */
  readonly threads?: number;
  /** The name of the run, for lists of runs. Default: the kind of the first job. */
  readonly title?: string;
  /** Cancels the run. The promise then rejects with the signal's reason; results that are already stored are kept. */
  readonly signal?: AbortSignal;
  /** Called with the result of `jobs[index]` when it arrives, and also if it was already stored. */
  readonly onResult?: (index: number, result: unknown) => void;
  /** Called with the progress of `jobs[index]`. */
  readonly onProgress?: (index: number, progress: JobProgress) => void;
  /** Called with a note for the user, for example that no worker is connected. Default: notes are discarded. */
  readonly onNote?: (sentence: string) => void;
}

/**
 * Runs jobs and returns their results in the order of the jobs. A job whose result is in the executor's store does not run again, and jobs
 * with equal keys run once. A job that fails does not stop the others.
 *
 * @param jobs - The jobs to run.
 * @param options - The kinds, the executor, and callbacks.
 * @throws JobsFailedError, with the reasons, if any jobs failed; it is thrown only after all other jobs have finished.
 */
export async function runJobs(jobs: readonly Job[], options: RunJobsOptions): Promise<unknown[]> {
  const { kinds, executor = processes(), threads = availableParallelism(), signal, onResult } = options;
  if (!Number.isInteger(threads) || threads < 1) {
    throw new RangeError(`threads is ${threads}; expected a positive integer`);
  }
  signal?.throwIfAborted();
  const store = await executor.openStore();
  try {
    const places = placesOf(jobs);
    const results = new Array<unknown>(jobs.length);
    const failures: JobFailure[] = [];
    const finish = (key: string, json: string): void => {
      for (const index of places.get(key) ?? []) {
        results[index] = JSON.parse(json);
        onResult?.(index, results[index]);
      }
    };
    const keys = [...places.keys()];
    const stored = await store.readResults(keys);
    const missing: Job[] = [];
    for (const [i, key] of keys.entries()) {
      const json = stored[i];
      if (json === undefined) missing.push(jobs[firstOf(places, key)]);
      else finish(key, json);
    }
    if (missing.length > 0) {
      const { onProgress, onNote } = options;
      await executor.run(
        {
          jobs: missing,
          kinds,
          threads,
          title: options.title ?? missing[0].kind,
          ...(signal === undefined ? {} : { signal }),
          ...(onNote === undefined ? {} : { onNote }),
          onResult: (index, json) => finish(missing[index].key, json),
          onFailure: (index, reason) => void failures.push({ job: missing[index], reason }),
          ...(onProgress === undefined
            ? {}
            : { onProgress: (index, progress) => onProgress(firstOf(places, missing[index].key), progress) }),
        },
        store,
      );
    }
    if (failures.length > 0) throw new JobsFailedError(inOrder(failures, places), jobs.length);
    return results;
  } finally {
    await store.close();
  }
}

/** The failures in the order of the jobs, regardless of the order in which they happened. */
function inOrder(failures: readonly JobFailure[], places: ReadonlyMap<string, readonly number[]>): JobFailure[] {
  return [...failures].sort((a, b) => firstOf(places, a.job.key) - firstOf(places, b.job.key));
}

/** The indices of the jobs with each key. */
function placesOf(jobs: readonly Job[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, { key }] of jobs.entries()) {
    const held = places.get(key);
    if (held === undefined) places.set(key, [index]);
    else held.push(index);
  }
  return places;
}

function firstOf(places: ReadonlyMap<string, readonly number[]>, key: string): number {
  return places.get(key)?.[0] ?? -1;
}
