import { availableParallelism } from "node:os";
import type { Job as QueuedJob } from "bullmq";
import type { Job } from "../job/job.ts";
import type { JobProgress } from "../job/job-kind.ts";
import type { JobProcess } from "../processes/job-process.ts";
import type { JobStore } from "../stores/job-store.ts";
import { keepFile } from "../stores/keep-file.ts";
import type { LocalCopies } from "../stores/local-copies.ts";
import type { QueueConnection } from "./queue-connection.ts";
import type { WorkerOptions } from "./worker-options.ts";

/** Everything needed to run a job. */
export interface WorkerService extends Omit<WorkerOptions, "copies"> {
  readonly connection: QueueConnection;
  readonly store: JobStore;
  readonly copies: LocalCopies;
  /** Runs a task as soon as a child process is free. */
  readonly withProcess: (task: (process: JobProcess) => Promise<string>) => Promise<string>;
}

/** The time between two checks of the list of canceled jobs, in milliseconds. */
const cancelInterval = 1000;
/** The time between two progress reports to Redis, in milliseconds. */
const progressInterval = 1000;

/**
 * Runs a job and stores its result, unless the store already has it. The job occupies a child process only while it computes. While its
 * result is looked up, its files are fetched or its result is stored, the process can run other jobs.
 */
export async function runQueued(service: WorkerService, queued: QueuedJob<Job>): Promise<void> {
  const { store, copies, kinds, onEvent, withProcess, concurrency = 1, threads = availableParallelism() } = service;
  const job = queued.data;
  const [known] = await store.readResults([job.key]);
  if (known !== undefined) {
    onEvent?.({ stage: "known", job });
    return;
  }
  const task = {
    module: kinds.module,
    kind: job.kind,
    settings: job.settings,
    threads: Math.max(1, Math.floor(threads / concurrency)),
    paths: await copies.pathsOf(job.files),
  };
  const json = await withProcess(async (process) => {
    onEvent?.({ stage: "started", job });
    const cancellation = watchCancellation(service.connection, job, process);
    try {
      return await process.run(task, {
        keep: (path) => keepFile(store, path),
        onProgress: throttled((progress) => void queued.updateProgress({ ...progress }).catch(() => {})),
      });
    } catch (error) {
      throw cancellation.canceled() ? new Error("canceled") : error;
    } finally {
      cancellation.end();
    }
  });
  const stored = await store.writeResult(job.key, json);
  onEvent?.({ stage: stored ? "stored" : "known", job });
}

/** Ends the process that runs a job if the job is canceled. */
function watchCancellation({ redis, names }: QueueConnection, { key }: Job, process: JobProcess) {
  let canceled = false;
  const timer = setInterval(async () => {
    // If the connection is lost, the next check tries again.
    if ((await redis.sismember(names.canceled, key).catch(() => 0)) !== 1) return;
    canceled = true;
    process.stop();
  }, cancelInterval);
  return { canceled: () => canceled, end: () => clearInterval(timer) };
}

/** Limits how often progress is sent. */
function throttled(send: (progress: JobProgress) => void): (progress: JobProgress) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (progress) => {
    if (performance.now() - last < progressInterval) return;
    last = performance.now();
    send(progress);
  };
}
