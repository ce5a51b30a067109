import type { Executor } from "../execution/executor.ts";
import { awaitJobs } from "../queue/await-jobs.ts";
import { openQueue } from "../queue/queue-connection.ts";
import { defaultPrefix, queueNames } from "../queue/queue-names.ts";
import { submitJobs } from "../queue/submit-jobs.ts";
import type { JobStore } from "../stores/job-store.ts";
import { redisStore } from "../stores/redis-store.ts";

/** Options for {@link bullmq}. */
export interface BullmqOptions {
  /** The address of Redis, such as `redis://localhost:6379`. */
  readonly url: string;
  /** The prefix of all keys in Redis. Clients and workers with different prefixes do not see each other. Default: `"tierwise"`. */
  readonly prefix?: string;
  /** The store for results and files, shared with the workers. Default: Redis, for results and files of up to 64 MiB. */
  readonly store?: JobStore;
}

/**
 * Creates an executor that puts jobs into a BullMQ queue for workers on any machine (see {@link startWorker}). Workers, this process and
 * Redis (with `appendonly yes`) may be killed and restarted at any time: every job still gets exactly one result. Requires the packages
 * `bullmq` and `ioredis`.
 *
 * @param options - The address of Redis, the prefix of its keys, and the store.
 */
export function bullmq({ url, prefix = defaultPrefix, store }: BullmqOptions): Executor {
  queueNames(prefix);
  return {
    name: "bullmq",
    remote: true,
    openStore: async () => (store === undefined ? redisStore({ url, prefix }) : { ...store, close: async () => {} }),
    async run(work, held) {
      const connection = await openQueue(url, prefix, work.kinds.code());
      try {
        await submitJobs(connection, held, work);
        await awaitJobs(connection, held, work);
      } finally {
        await connection.close();
      }
    },
  };
}
