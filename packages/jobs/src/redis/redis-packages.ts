/** The packages required only by queues. */
export interface RedisPackages {
  readonly bullmq: typeof import("bullmq");
  readonly Redis: typeof import("ioredis").Redis;
}

/** Loads BullMQ and ioredis, which are optional. If they are missing, the error contains the command that installs them. */
export async function loadRedisPackages(): Promise<RedisPackages> {
  try {
    const [bullmq, { Redis }] = await Promise.all([import("bullmq"), import("ioredis")]);
    return { bullmq, Redis };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Error(
      "a queue requires the packages bullmq and ioredis; install them with: npm install bullmq@6.7.0 ioredis@6.0.0",
      { cause: error },
    );
  }
}
