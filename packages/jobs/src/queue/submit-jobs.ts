import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import type { JobWork } from "../execution/executor.ts";
import type { Job } from "../job/job.ts";
import type { JobStore } from "../stores/job-store.ts";
import type { QueueConnection } from "./queue-connection.ts";
import { queueId } from "./queue-names.ts";

/** The number of jobs to add at a time. */
const chunk = 500;
/** The maximum number of attempts to run a job whose process ends unexpectedly. An error that the job throws is final. */
const attempts = 3;

/** Adds jobs to the queue, and the run to the list of runs. Jobs that are waiting or running stay unchanged; failed jobs run again. */
export async function submitJobs(connection: QueueConnection, store: JobStore, work: JobWork): Promise<string> {
  const { redis, names } = connection;
  const { jobs, title } = work;
  await uploadFiles(store, jobs);
  const id = runId(jobs);
  const keys = jobs.map(({ key }) => key);
  await redis.srem(names.canceled, keys);
  const run = { id, title, code: jobs[0].code, total: jobs.length, submitted: new Date().toISOString() };
  await redis
    .multi()
    .set(names.run(id), JSON.stringify(run))
    .del(names.runJobs(id))
    .rpush(names.runJobs(id), ...keys)
    .zadd(names.runs, Date.now(), id)
    .exec();
  for (let from = 0; from < jobs.length; from += chunk) await addJobs(connection, jobs.slice(from, from + chunk));
  return id;
}

/** Adds jobs that are not in the queue, and retries failed jobs. */
export async function addJobs({ queue, redis }: QueueConnection, jobs: readonly Job[]): Promise<void> {
  const ids = jobs.map(queueId);
  // These jobs have no result, so the outcome of an earlier attempt is removed from BullMQ.
  for (const state of ["completed", "failed"]) {
    const ended = await memberOf(redis, queue.toKey(state), ids);
    for (const [i, id] of ids.entries()) if (ended[i]) await queue.remove(id);
  }
  await queue.addBulk(
    jobs.map((job) => ({
      name: job.kind,
      data: job,
      opts: {
        jobId: queueId(job),
        attempts,
        // The result is in the store; finished jobs stay for a day so that a page such as bull-board can show them.
        removeOnComplete: { age: 86_400, count: 10_000 },
      },
    })),
  );
}

/** For each identifier, whether it is in a sorted set in Redis. */
export async function memberOf(redis: Redis, name: string, ids: readonly string[]): Promise<boolean[]> {
  const scores = await redis.zmscore(name, ...ids);
  return scores.map((score) => score !== null);
}

/** Stores the input files of the jobs, except files that the store already contains. */
async function uploadFiles(store: JobStore, jobs: readonly Job[]): Promise<void> {
  const files = new Map(jobs.flatMap(({ files }) => files.map((file) => [file.checksum, file])));
  for (const { checksum, path } of files.values()) {
    if (!(await store.hasFile(checksum))) await store.writeFile(checksum, path);
  }
}

/** The identifier of a run, which depends only on its jobs. A client that was killed and restarted therefore continues its run. */
function runId(jobs: readonly Job[]): string {
  const keys = jobs.map(({ key }) => key).sort();
  return createHash("sha256").update(keys.join()).digest("hex").slice(0, 8);
}
