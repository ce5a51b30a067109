import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { Job } from "../job/job.ts";
import { connectRedis } from "../redis/connect-redis.ts";
import { loadRedisPackages } from "../redis/redis-packages.ts";
import { type QueueNames, queueNames } from "./queue-names.ts";

/** An open connection to the queue of one code version. */
export interface QueueConnection {
  readonly redis: Redis;
  readonly queue: Queue<Job>;
  readonly names: QueueNames;
  readonly close: () => Promise<void>;
}

/** Connects to the queue of a code version. */
export async function openQueue(url: string, prefix: string, code: string): Promise<QueueConnection> {
  const names = queueNames(prefix);
  const redis = await connectRedis(url);
  const { bullmq } = await loadRedisPackages();
  const queue = new bullmq.Queue<Job>(names.queue(code), { connection: redis, prefix });
  // A lost connection is not an error, because commands wait until it is restored.
  queue.on("error", () => {});
  return {
    redis,
    queue,
    names,
    async close() {
      await queue.close().catch(() => {});
      redis.disconnect();
    },
  };
}
