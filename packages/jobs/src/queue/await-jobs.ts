import { setTimeout as sleep } from "node:timers/promises";
import type { JobWork } from "../execution/executor.ts";
import type { Job } from "../job/job.ts";
import type { JobProgress } from "../job/job-kind.ts";
import type { JobStore } from "../stores/job-store.ts";
import type { QueueConnection } from "./queue-connection.ts";
import { queueId } from "./queue-names.ts";
import { addJobs, memberOf } from "./submit-jobs.ts";

/** The minimum time between two reads of the results, in milliseconds. */
const pollInterval = 50;
/** The maximum fraction of the time to spend on reading results. */
const pollShare = 0.1;
/** The time in milliseconds between two checks that the queue still contains every job. */
const lostInterval = 2000;
/** If no job progresses for this time in milliseconds, the number of workers is checked. */
const quietTime = 5000;

/**
 * Waits until every job has a result in the store or has failed. Polls the state of the jobs instead of waiting for events, because
 * events are lost if a connection breaks.
 */
export async function awaitJobs(connection: QueueConnection, store: JobStore, work: JobWork): Promise<void> {
  const { jobs, signal } = work;
  const outstanding = new Map(jobs.map((job, index) => [job.key, { job, index }]));
  const watchWorkers = workersWatch(connection, work);
  let checked = performance.now();
  for (;;) {
    signal?.throwIfAborted();
    const started = performance.now();
    const before = outstanding.size;
    await collectResults(store, outstanding, work);
    if (outstanding.size > 0) await collectFailures(connection, store, outstanding, work);
    if (outstanding.size > 0 && started - checked > lostInterval) {
      await restoreLost(connection, store, outstanding, work);
      checked = performance.now();
    }
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

/** Reports failed and canceled jobs with two Redis commands, regardless of the number of jobs. */
async function collectFailures(
  { queue, redis, names }: QueueConnection,
  store: JobStore,
  outstanding: Outstanding,
  work: JobWork,
): Promise<void> {
  const keys = [...outstanding.keys()];
  const failed = await memberOf(
    redis,
    queue.toKey("failed"),
    keys.map((key) => queueId({ key })),
  );
  const canceled = await redis.smismember(names.canceled, ...keys);
  const reasons = new Map<string, string>();
  for (const [i, key] of keys.entries()) {
    if (canceled[i] === 1) reasons.set(key, "canceled");
    else if (failed[i]) reasons.set(key, (await queue.getJob(queueId({ key })))?.failedReason ?? "unknown");
  }
  for (const { job, index } of await withoutResult(store, outstanding, reasons, work)) {
    outstanding.delete(job.key);
    work.onFailure(index, reasons.get(job.key) ?? "unknown");
  }
}

/** Adds jobs back to the queue if they have no result and are missing from it, for example because Redis lost its last changes. */
async function restoreLost(
  connection: QueueConnection,
  store: JobStore,
  outstanding: Outstanding,
  work: JobWork,
): Promise<void> {
  const keys = [...outstanding.keys()];
  const states = await Promise.all(keys.map((key) => connection.queue.getJobState(queueId({ key }))));
  const lost = new Set(keys.filter((_, i) => states[i] === "completed" || states[i] === "unknown"));
  const open = await withoutResult(store, outstanding, lost, work);
  if (open.length > 0)
    await addJobs(
      connection,
      open.map(({ job }) => job),
    );
}

/** Returns the jobs with these keys that still have no result. A job may have finished since the results were last read. */
async function withoutResult(
  store: JobStore,
  outstanding: Outstanding,
  keys: { readonly has: (key: string) => boolean },
  work: JobWork,
) {
  const chosen = [...outstanding].filter(([key]) => keys.has(key));
  const open: Outstanding = new Map(chosen);
  await collectResults(store, open, work);
  for (const [key] of chosen) if (!open.has(key)) outstanding.delete(key);
  return [...open.values()];
}

async function reportProgress({ queue }: QueueConnection, outstanding: Outstanding, work: JobWork): Promise<void> {
  if (work.onProgress === undefined) return;
  for (const active of await queue.getActive()) {
    const index = outstanding.get(active?.data?.key)?.index;
    const progress = active?.progress as JobProgress | number | undefined;
    if (index !== undefined && typeof progress === "object") work.onProgress(index, progress);
  }
}

/** Tells the user once if jobs are waiting and no worker with the same code is connected. */
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
