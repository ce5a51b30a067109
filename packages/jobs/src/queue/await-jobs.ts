import { setTimeout as sleep } from "node:timers/promises";
import type { JobWork } from "../execution/executor.ts";
import type { Job } from "../job/job.ts";
import type { JobProgress } from "../job/job-kind.ts";
import type { JobStore } from "../stores/job-store.ts";
import type { QueueConnection } from "./queue-connection.ts";
import { queueId } from "./queue-names.ts";
import { addJobs } from "./submit-jobs.ts";

/** The milliseconds between two looks at the queue, at least. */
const pollInterval = 100;
/** The largest share of time spent looking. */
const pollShare = 0.1;
/** The milliseconds without progress after which the number of workers is checked. */
const quietTime = 5000;

/**
 * Waits until every job has a result in the store or has failed. It reads the state of jobs rather than waiting for events, which are lost
 * if a connection breaks.
 */
export async function awaitJobs(connection: QueueConnection, store: JobStore, work: JobWork): Promise<void> {
  const { jobs, signal } = work;
  const outstanding = new Map(jobs.map((job, index) => [job.key, { job, index }]));
  const watchWorkers = workersWatch(connection, work);
  for (;;) {
    signal?.throwIfAborted();
    const started = performance.now();
    const before = outstanding.size;
    await collectResults(store, outstanding, work);
    if (outstanding.size === 0) return;
    await collectFailures(connection, store, outstanding, work);
    if (outstanding.size === 0) return;
    await reportProgress(connection, outstanding, work);
    await watchWorkers(outstanding.size < before);
    const spent = performance.now() - started;
    await sleep(Math.max(pollInterval, spent / pollShare), undefined, signal === undefined ? {} : { signal }).catch(
      () => signal?.throwIfAborted(),
    );
  }
}

/** The jobs without a result, by key. */
type Outstanding = Map<string, { readonly job: Job; readonly index: number }>;

async function collectResults(store: JobStore, outstanding: Outstanding, { onResult }: JobWork): Promise<void> {
  const keys = [...outstanding.keys()];
  const results = await store.readResults(keys);
  for (const [i, key] of keys.entries()) {
    const json = results[i];
    const index = outstanding.get(key)?.index;
    if (json === undefined || index === undefined) continue;
    outstanding.delete(key);
    onResult(index, json);
  }
}

/** Reports failed and canceled jobs, and adds jobs again that the queue has lost. */
async function collectFailures(
  connection: QueueConnection,
  store: JobStore,
  outstanding: Outstanding,
  work: JobWork,
): Promise<void> {
  const { queue, redis, names } = connection;
  const waiting = [...outstanding.values()];
  const states = await Promise.all(waiting.map(({ job }) => queue.getJobState(queueId(job))));
  const ended = waiting.filter((_, i) => ["completed", "failed", "unknown"].includes(states[i]));
  if (ended.length === 0) return;
  // A job may have finished between reading its result and reading its state.
  const since = new Map(ended.map((one) => [one.job.key, one]));
  await collectResults(store, since, work);
  for (const { job } of ended) if (!since.has(job.key)) outstanding.delete(job.key);
  for (const { job, index } of since.values()) {
    const canceled = (await redis.sismember(names.canceled, job.key)) === 1;
    const failed = (await queue.getJob(queueId(job)))?.failedReason;
    if (!canceled && failed === undefined) {
      await addJobs(connection, [job]);
      continue;
    }
    outstanding.delete(job.key);
    work.onFailure(index, canceled ? "canceled" : (failed ?? ""));
  }
}

async function reportProgress({ queue }: QueueConnection, outstanding: Outstanding, work: JobWork): Promise<void> {
  if (work.onProgress === undefined) return;
  for (const active of await queue.getActive()) {
    const index = outstanding.get(active?.data?.key)?.index;
    const progress = active?.progress as JobProgress | number | undefined;
    if (index !== undefined && typeof progress === "object") work.onProgress(index, progress);
  }
}

/** Tells the user once if jobs wait and no worker with the same code is connected. */
function workersWatch({ queue }: QueueConnection, { onNote }: JobWork): (moved: boolean) => Promise<void> {
  let last = performance.now();
  let told = false;
  return async (moved) => {
    if (moved) last = performance.now();
    if (told || onNote === undefined || performance.now() - last < quietTime) return;
    last = performance.now();
    if ((await queue.getWorkersCount()) > 0) return;
    told = true;
    onNote("no worker with the same version of the code is connected; the jobs wait until one is started");
  };
}
