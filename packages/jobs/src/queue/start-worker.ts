import { availableParallelism, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { Job as QueuedJob } from "bullmq";
import type { Job } from "../job/job.ts";
import type { JobKinds, JobProgress } from "../job/job-kind.ts";
import { createJobProcess, type JobProcess, ProcessEndedError } from "../processes/job-process.ts";
import { loadRedisPackages } from "../redis/redis-packages.ts";
import type { JobStore } from "../stores/job-store.ts";
import { keepFile } from "../stores/keep-file.ts";
import { createLocalCopies, type LocalCopies } from "../stores/local-copies.ts";
import { redisStore } from "../stores/redis-store.ts";
import { prefetch } from "./prefetch.ts";
import { openQueue, type QueueConnection } from "./queue-connection.ts";
import { defaultPrefix } from "./queue-names.ts";

/** Options for {@link startWorker}. */
export interface WorkerOptions {
  /** The address of Redis. */
  readonly url: string;
  /** The kinds of jobs that the worker runs. */
  readonly kinds: JobKinds;
  /** The beginning of all names in Redis. Default: `"tierwise"`. */
  readonly prefix?: string;
  /** The store of results and files, the same as that of the clients. Default: Redis. */
  readonly store?: JobStore;
  /** The directory for local copies of files. Default: a directory in the temporary directory of the system. */
  readonly copies?: string;
  /** The number of jobs at a time, each in a process of its own. Default: 1. */
  readonly concurrency?: number;
  /** The number of threads that the jobs may use together. Default: all cores. */
  readonly threads?: number;
  /** The number of milliseconds after which another worker takes over the job of a worker that was killed. Default: 30 000. */
  readonly lockDuration?: number;
  /** Called when a job starts or ends. */
  readonly onEvent?: (event: WorkerEvent) => void;
}

/** What happened to a job of a worker. */
export interface WorkerEvent {
  /** What happened: `"stored"` if the result was new, `"known"` if the store already had one. */
  readonly stage: "failed" | "known" | "started" | "stored";
  /** The job. */
  readonly job: Job;
  /** Why it failed; only for `"failed"`. */
  readonly reason?: string;
}

/** A worker that is connected to a queue. */
export interface Worker {
  /** Takes no further jobs, waits for the running ones, and disconnects. */
  readonly close: () => Promise<void>;
  /** Ends running jobs and disconnects; other workers take them over. */
  readonly abort: () => Promise<void>;
}

/** The number of times that a job is taken over from workers that were killed. */
const mostTakeovers = 20;
/** The milliseconds between two looks at the list of canceled jobs. */
const cancelInterval = 1000;

/**
 * Starts a worker: it takes jobs from a BullMQ queue and runs them in child processes, so that it can renew its locks while they
 * compute. A result is stored before the job is marked as completed, and the first result of a job is kept. Requires the packages `bullmq`
 * and `ioredis`.
 *
 * @param options - The address of Redis, the kinds of jobs, and the number of jobs at a time.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { url, kinds, prefix = defaultPrefix, concurrency = 1, lockDuration = 30_000 } = options;
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new RangeError(`concurrency is ${concurrency}; expected a positive integer`);
  }
  const { bullmq } = await loadRedisPackages();
  const connection = await openQueue(url, prefix, kinds.code());
  const store = options.store ?? (await redisStore({ url, prefix }));
  const directory = options.copies ?? join(tmpdir(), `tierwise-files-${userInfo().username}`);
  const service = { ...options, connection, store, copies: createLocalCopies(store, directory) };
  const processes = Array.from({ length: concurrency }, () => createJobProcess());
  const free = [...processes];
  const queue = prefetch(concurrency, (wanted) => {
    worker.concurrency = wanted;
  });
  const worker = new bullmq.Worker<Job>(
    connection.queue.name,
    (queued, token) =>
      queue.run(
        async () => {
          const process = free.pop() as JobProcess;
          try {
            await runQueued(service, queued, process);
          } catch (error) {
            const reason = (error as Error).message;
            options.onEvent?.({ stage: "failed", job: queued.data, reason });
            if (error instanceof ProcessEndedError) throw error;
            throw new bullmq.UnrecoverableError(reason);
          } finally {
            free.push(process);
          }
        },
        async () => {
          await queued.moveToWait(token);
          throw new bullmq.WaitingError();
        },
      ),
    {
      connection: connection.redis,
      prefix,
      concurrency,
      lockDuration,
      stalledInterval: Math.ceil(lockDuration / 2),
      maxStalledCount: mostTakeovers,
      drainDelay: 1,
      // Errors of jobs are reported as failures, and a lost connection is made again.
      runRetryDelay: 500,
    },
  );
  worker.on("error", () => {});
  await worker.waitUntilReady();
  const end = async (force: boolean): Promise<void> => {
    if (force) for (const process of processes) process.stop();
    await worker.close(force);
    for (const process of processes) process.stop();
    if (options.store === undefined) await store.close();
    await connection.close();
  };
  return { close: () => end(false), abort: () => end(true) };
}

/** What running a job needs. */
interface WorkerService extends Omit<WorkerOptions, "copies"> {
  readonly connection: QueueConnection;
  readonly store: JobStore;
  readonly copies: LocalCopies;
}

/** Runs a job and stores its result, unless the store already has it. */
async function runQueued(service: WorkerService, queued: QueuedJob<Job>, process: JobProcess): Promise<void> {
  const { store, copies, kinds, onEvent, concurrency = 1, threads = availableParallelism() } = service;
  const job = queued.data;
  const [known] = await store.readResults([job.key]);
  if (known !== undefined) {
    onEvent?.({ stage: "known", job });
    return;
  }
  onEvent?.({ stage: "started", job });
  const task = {
    module: kinds.module,
    kind: job.kind,
    settings: job.settings,
    threads: Math.max(1, Math.floor(threads / concurrency)),
    paths: await copies.pathsOf(job.files),
  };
  const cancellation = watchCancellation(service.connection, job, process);
  try {
    const json = await process.run(task, {
      keep: (path) => keepFile(store, path),
      onProgress: throttled((progress) => void queued.updateProgress({ ...progress }).catch(() => {})),
    });
    const stored = await store.writeResult(job.key, json);
    onEvent?.({ stage: stored ? "stored" : "known", job });
  } catch (error) {
    throw cancellation.canceled() ? new Error("canceled") : error;
  } finally {
    cancellation.end();
  }
}

/** Ends the process of a job that is canceled. */
function watchCancellation({ redis, names }: QueueConnection, { key }: Job, process: JobProcess) {
  let canceled = false;
  const timer = setInterval(async () => {
    // Without a connection, the next look decides.
    if ((await redis.sismember(names.canceled, key).catch(() => 0)) !== 1) return;
    canceled = true;
    process.stop();
  }, cancelInterval);
  return { canceled: () => canceled, end: () => clearInterval(timer) };
}

/** At most one progress event per second goes to Redis. */
function throttled(send: (progress: JobProgress) => void): (progress: JobProgress) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (progress) => {
    if (performance.now() - last < 1000) return;
    last = performance.now();
    send(progress);
  };
}
