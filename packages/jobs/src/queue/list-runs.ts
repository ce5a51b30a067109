import { connectRedis } from "../redis/connect-redis.ts";
import type { JobStore } from "../stores/job-store.ts";
import { redisStore } from "../stores/redis-store.ts";
import { openQueue, type QueueConnection } from "./queue-connection.ts";
import { defaultPrefix, queueId, queueNames } from "./queue-names.ts";
import { addJobs } from "./submit-jobs.ts";

/** Identifies a queue in Redis, and the store with the results of its runs. */
export interface RunsOptions {
  /** The address of Redis. */
  readonly url: string;
  /** The prefix of all keys in Redis. Default: `"tierwise"`. */
  readonly prefix?: string;
  /** The store of results. Default: Redis. */
  readonly store?: JobStore;
}

/** A run of jobs on a queue. */
export interface QueueRun {
  /** The identifier, 8 hexadecimal digits. */
  readonly id: string;
  /** The name of the run, such as the command that started it. */
  readonly title: string;
  /** The time when the run was last submitted, as an ISO date. */
  readonly submitted: string;
  /** The number of jobs. */
  readonly total: number;
  /** The number of jobs with a result. */
  readonly done: number;
  /** The number of jobs that are running. */
  readonly active: number;
  /** The number of jobs that are waiting for a worker. */
  readonly waiting: number;
  /** The number of workers with the same code as the run. */
  readonly workers: number;
  /** The jobs that failed or were canceled, with the reasons. */
  readonly failures: readonly RunFailure[];
}

/** A failed job of a run. */
export interface RunFailure {
  /** The key of the job. */
  readonly key: string;
  /** The name of the job. */
  readonly title: string;
  /** The reason for the failure. */
  readonly reason: string;
}

/** The description of a run in Redis. */
type StoredRun = Pick<QueueRun, "id" | "submitted" | "title" | "total"> & { readonly code: string };

/**
 * Lists the runs of a queue with the state of their jobs, latest first.
 *
 * @param options - The address of Redis, the prefix of its keys, and the store.
 */
export async function listRuns(options: RunsOptions): Promise<QueueRun[]> {
  const { url, prefix = defaultPrefix } = options;
  const redis = await connectRedis(url);
  try {
    const names = queueNames(prefix);
    const ids = await redis.zrevrange(names.runs, 0, -1);
    const runs: QueueRun[] = [];
    for (const id of ids) runs.push(await withRun(options, id, describeRun));
    return runs;
  } finally {
    redis.disconnect();
  }
}

/**
 * Runs the failed and canceled jobs of a run again. Returns their number.
 *
 * @param options - The address of Redis, the prefix of its keys, and the store.
 * @param id - The identifier of the run.
 */
export async function retryRun(options: RunsOptions, id: string): Promise<number> {
  return withRun(options, id, async (connection, store, run) => {
    const { failures } = await describeRun(connection, store, run);
    for (const { key } of failures) {
      await connection.redis.srem(connection.names.canceled, key);
      const queued = await connection.queue.getJob(queueId({ key }));
      if (queued !== undefined) await addJobs(connection, [queued.data]);
    }
    return failures.length;
  });
}

/**
 * Cancels the jobs of a run that have no result: waiting jobs do not start, and running jobs are stopped. Returns their number.
 *
 * @param options - The address of Redis, the prefix of its keys, and the store.
 * @param id - The identifier of the run.
 */
export async function cancelRun(options: RunsOptions, id: string): Promise<number> {
  return withRun(options, id, async ({ queue, redis, names }, store) => {
    const keys = await redis.lrange(names.runJobs(id), 0, -1);
    const results = await store.readResults(keys);
    const open = keys.filter((_, i) => results[i] === undefined);
    if (open.length > 0) await redis.sadd(names.canceled, open);
    // A running job cannot be removed; its worker stops it when the worker next checks the list of canceled jobs.
    for (const key of open) await queue.remove(queueId({ key })).catch(() => {});
    return open.length;
  });
}

async function withRun<T>(
  { url, prefix = defaultPrefix, store }: RunsOptions,
  id: string,
  work: (connection: QueueConnection, store: JobStore, run: StoredRun) => Promise<T>,
): Promise<T> {
  const redis = await connectRedis(url);
  const text = await redis.get(queueNames(prefix).run(id)).finally(() => redis.disconnect());
  if (text === null) throw new RangeError(`run is ${JSON.stringify(id)}; expected the identifier of a run in the list`);
  const run = JSON.parse(text) as StoredRun;
  const connection = await openQueue(url, prefix, run.code);
  const held = store ?? (await redisStore({ url, prefix }));
  try {
    return await work(connection, held, run);
  } finally {
    if (store === undefined) await held.close();
    await connection.close();
  }
}

async function describeRun(
  { queue, redis, names }: QueueConnection,
  store: JobStore,
  { id, title, submitted, total }: StoredRun,
): Promise<QueueRun> {
  const keys = await redis.lrange(names.runJobs(id), 0, -1);
  const results = await store.readResults(keys);
  const open = keys.filter((_, i) => results[i] === undefined);
  const canceled = open.length === 0 ? [] : await redis.smismember(names.canceled, ...open);
  const states = await Promise.all(open.map((key) => queue.getJobState(queueId({ key }))));
  const failures: RunFailure[] = [];
  for (const [i, key] of open.entries()) {
    if (states[i] !== "failed" && canceled[i] !== 1) continue;
    const queued = await queue.getJob(queueId({ key }));
    const reason = canceled[i] === 1 ? "canceled" : (queued?.failedReason ?? "unknown");
    failures.push({ key, title: queued?.data.title ?? key, reason });
  }
  const active = states.filter((state) => state === "active").length;
  return {
    id,
    title,
    submitted,
    total,
    done: total - open.length,
    active,
    waiting: open.length - active - failures.length,
    workers: await queue.getWorkersCount(),
    failures,
  };
}
