import { availableParallelism } from "node:os";
import type { Executor, JobWork, LocalOptions } from "../execution/executor.ts";
import type { Job } from "../job/job.ts";
import { createJobProcess, type JobProcess, type JobService, ProcessEndedError } from "../processes/job-process.ts";
import type { JobTask } from "../processes/messages.ts";
import type { JobStore } from "../stores/job-store.ts";
import { keepFile } from "../stores/keep-file.ts";
import { memoryStore } from "../stores/memory-store.ts";
import { verifyLocalFiles } from "./local-files.ts";

/** Options for {@link processes}. */
export interface ProcessesOptions extends LocalOptions {
  /** The number of processes. Default: the value of `threads` for the run, which is by default the number of cores. */
  readonly count?: number;
  /** Whether every job runs in a new process, with fresh memory and no compiled code. Default: false. */
  readonly fresh?: boolean;
  /** Node options for the processes, such as `--expose-gc`. Default: none. */
  readonly execArgv?: readonly string[];
}

/** The maximum number of attempts to run a job whose process ends unexpectedly. */
const mostAttempts = 3;

/**
 * Creates an executor that runs jobs in local processes. Each process runs one job at a time. A process that is killed is replaced,
 * and its job runs again.
 *
 * @param options - The number of processes, and the store of results.
 */
export function processes({
  store: held = memoryStore(),
  count,
  fresh = false,
  execArgv = [],
}: ProcessesOptions = {}): Executor {
  if (count !== undefined && (!Number.isInteger(count) || count < 1)) {
    throw new RangeError(`count is ${count}; expected a positive integer`);
  }
  return {
    name: "processes",
    remote: false,
    openStore: async () => ({ ...held, close: async () => {} }),
    async run(work) {
      work.signal?.throwIfAborted();
      await verifyLocalFiles(work.jobs);
      const width = Math.min(count ?? work.threads ?? availableParallelism(), work.jobs.length);
      await runInProcesses(work, held, { width, fresh, execArgv });
    },
  };
}

/** The number of processes that run jobs, and how these are started. */
interface Pool {
  readonly width: number;
  readonly fresh: boolean;
  readonly execArgv: readonly string[];
}

async function runInProcesses(work: JobWork, store: JobStore, { width, fresh, execArgv }: Pool): Promise<void> {
  const { jobs, signal } = work;
  const running = new Set<JobProcess>();
  // Parallel jobs share the threads.
  const threads = Math.max(1, Math.floor(work.threads / width));
  const stopAll = (): void => {
    for (const one of running) one.stop();
  };
  // One listener stops all processes, regardless of the number of jobs.
  signal?.addEventListener("abort", stopAll, { once: true });
  try {
    const queue = jobs.entries();
    const drain = async (): Promise<void> => {
      let process = createJobProcess(execArgv);
      running.add(process);
      for (const [index, job] of queue) {
        if (signal?.aborted) return;
        await runJob({ work, store, index, job, process, threads });
        if (!fresh) continue;
        process.stop();
        running.delete(process);
        process = createJobProcess(execArgv);
        running.add(process);
      }
    };
    await Promise.all(Array.from({ length: width }, drain));
    signal?.throwIfAborted();
  } finally {
    signal?.removeEventListener("abort", stopAll);
    stopAll();
  }
}

/** A job of a run, and the process that runs it. */
interface Assignment {
  readonly work: JobWork;
  readonly store: JobStore;
  readonly index: number;
  readonly job: Job;
  readonly process: JobProcess;
  readonly threads: number;
}

async function runJob({ work, store, index, job, process, threads }: Assignment): Promise<void> {
  const { kinds, signal, onResult, onFailure, onProgress } = work;
  const task = { module: kinds.module, kind: job.kind, settings: job.settings, threads, paths: {} };
  const service = {
    keep: (path: string) => keepFile(store, path),
    ...(onProgress === undefined
      ? {}
      : { onProgress: (progress: Parameters<typeof onProgress>[1]) => onProgress(index, progress) }),
  };
  try {
    const json = await runWithRetries(process, task, service, signal);
    await store.writeResult(job.key, json);
    if (!signal?.aborted) onResult(index, json);
  } catch (error) {
    if (!signal?.aborted) onFailure(index, (error as Error).message);
  }
}

/** Runs a job, and retries it if its process ends unexpectedly. */
async function runWithRetries(
  process: JobProcess,
  task: JobTask,
  service: JobService,
  signal: AbortSignal | undefined,
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await process.run(task, service);
    } catch (error) {
      if (!(error instanceof ProcessEndedError) || signal?.aborted) throw error;
      if (attempt === mostAttempts) throw new Error(`${error.message} in each of ${mostAttempts} attempts`);
    }
  }
}
