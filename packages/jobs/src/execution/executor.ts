import type { Job } from "../job/job.ts";
import type { JobKinds, JobProgress } from "../job/job-kind.ts";
import type { JobStore } from "../stores/job-store.ts";

/** Jobs to run, and callbacks for their results. */
export interface JobWork {
  /** The jobs, which must have distinct keys. */
  readonly jobs: readonly Job[];
  /** The functions that run the jobs, by kind. */
  readonly kinds: JobKinds;
  /** The total number of threads on this machine that the jobs may use. */
  readonly threads: number;
  /** The name of the run, for lists of runs. */
  readonly title: string;
  /** Cancels the jobs. The promise of `run` then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Receives the result of `jobs[index]` as JSON text. Called once per job, in any order. */
  readonly onResult: (index: number, json: string) => void;
  /** Receives the reason why `jobs[index]` failed; the other jobs continue. */
  readonly onFailure: (index: number, reason: string) => void;
  /** Receives the progress of `jobs[index]`. */
  readonly onProgress?: (index: number, progress: JobProgress) => void;
  /** Receives a note for the user, for example that no worker is connected. */
  readonly onNote?: (sentence: string) => void;
}

/** Runs jobs in this process, in local processes or on other machines. */
export interface Executor {
  /** The name of the executor. */
  readonly name: string;
  /** Whether jobs may run on other machines. If so, the jobs must list the files that they read. */
  readonly remote: boolean;
  /** Opens the store for results and files. */
  readonly openStore: () => Promise<JobStore>;
  /** Runs jobs, and resolves when every job has a result or has failed. Results are in the store before they are reported. */
  readonly run: (work: JobWork, store: JobStore) => Promise<void>;
}

/** Options for executors that run jobs on this machine. */
export interface LocalOptions {
  /** The store of results and files. Default: the memory of this process. */
  readonly store?: JobStore;
}
