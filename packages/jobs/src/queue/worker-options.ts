import type { Job } from "../job/job.ts";
import type { JobKinds } from "../job/job-kind.ts";
import type { JobStore } from "../stores/job-store.ts";

/** Options for {@link startWorker}. */
export interface WorkerOptions {
  /** The address of Redis. */
  readonly url: string;
  /** The kinds of jobs that the worker runs. */
  readonly kinds: JobKinds;
  /** The prefix of all keys in Redis. Default: `"tierwise"`. */
  readonly prefix?: string;
  /** The store for results and files, which must be the same as the clients' store. Default: Redis. */
  readonly store?: JobStore;
  /** The directory for local copies of files. Default: a directory in the temporary directory of the system. */
  readonly copies?: string;
  /** The number of jobs to run in parallel, each in its own process. Default: 1. */
  readonly concurrency?: number;
  /** The total number of threads that the jobs may use. Default: all cores. */
  readonly threads?: number;
  /** If a worker is killed, other workers take over its jobs after this time in milliseconds. Default: 30,000. */
  readonly lockDuration?: number;
  /** Called when a job starts or ends. */
  readonly onEvent?: (event: WorkerEvent) => void;
}

/** An event about a job of a worker. */
export interface WorkerEvent {
  /** `"stored"`: the job finished with a new result. `"known"`: the store already contained a result. */
  readonly stage: "failed" | "known" | "started" | "stored";
  /** The job. */
  readonly job: Job;
  /** The reason for the failure; only for `"failed"`. */
  readonly reason?: string;
}
