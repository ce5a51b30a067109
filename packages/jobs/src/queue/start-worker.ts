import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { Job } from "../job/job.ts";
import { createJobProcess, type JobProcess, ProcessEndedError } from "../processes/job-process.ts";
import { loadRedisPackages } from "../redis/redis-packages.ts";
import { createLocalCopies } from "../stores/local-copies.ts";
import { redisStore } from "../stores/redis-store.ts";
import { prefetch } from "./prefetch.ts";
import { openQueue } from "./queue-connection.ts";
import { defaultPrefix } from "./queue-names.ts";
import { runQueued } from "./run-queued.ts";
import type { WorkerOptions } from "./worker-options.ts";

/** A worker that is connected to a queue. */
export interface Worker {
  /** Stops taking jobs, waits for running jobs, and disconnects. */
  readonly close: () => Promise<void>;
  /** Stops running jobs and disconnects; other workers take over the jobs. */
  readonly abort: () => Promise<void>;
}

/** The maximum number of times that a job is taken over from a killed worker. */
const mostTakeovers = 20;

/**
 * Starts a worker that takes jobs from a BullMQ queue. The jobs run in child processes, so that the worker can renew its locks on them. A
 * result is stored before its job is marked as completed. If a job runs twice, its first result is kept. Requires the packages `bullmq` and
 * `ioredis`.
 *
 * @param options - The address of Redis, the kinds of jobs, and the number of parallel jobs.
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
  const places = prefetch(concurrency, (wanted) => {
    worker.concurrency = wanted;
  });
  const worker = new bullmq.Worker<Job>(
    connection.queue.name,
    async (queued, token) => {
      const giveBack = async (): Promise<never> => {
        await queued.moveToWait(token);
        throw new bullmq.WaitingError();
      };
      const withProcess = (task: (process: JobProcess) => Promise<string>): Promise<string> =>
        places.run(async () => {
          const process = free.pop() as JobProcess;
          return task(process).finally(() => free.push(process));
        }, giveBack);
      try {
        await runQueued({ ...service, withProcess }, queued);
      } catch (error) {
        if (error instanceof bullmq.WaitingError) throw error;
        const reason = (error as Error).message;
        options.onEvent?.({ stage: "failed", job: queued.data, reason });
        if (error instanceof ProcessEndedError) throw error;
        throw new bullmq.UnrecoverableError(reason);
      }
    },
    {
      connection: connection.redis,
      prefix,
      concurrency,
      lockDuration,
      stalledInterval: Math.ceil(lockDuration / 2),
      maxStalledCount: mostTakeovers,
      drainDelay: 1,
      // Milliseconds to wait before the next attempt to take a job after the connection is lost.
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
