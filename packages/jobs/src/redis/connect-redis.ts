import type { Redis } from "ioredis";
import { loadRedisPackages } from "./redis-packages.ts";

/**
 * Connects to Redis. Throws an error that names the address if the first attempt fails. If the connection is lost later, commands wait
 * until it is restored.
 */
export async function connectRedis(url: string): Promise<Redis> {
  checkUrl(url);
  const { Redis } = await loadRedisPackages();
  let connected = false;
  let reason = "";
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    lazyConnect: true,
    retryStrategy: (attempt) => (connected ? Math.min(50 * attempt, 1000) : null),
  });
  redis.on("error", (error: Error) => {
    reason = error.message;
  });
  try {
    await redis.connect();
  } catch (error) {
    redis.disconnect();
    throw new Error(
      `cannot connect to Redis at ${withoutPassword(url)}: ${reason || (error as Error).message}; expected a running Redis server`,
      { cause: error },
    );
  }
  connected = true;
  return redis;
}

/** Removes the password from an address that messages show. */
function withoutPassword(url: string): string {
  return url.replace(/\/\/[^/@]*@/, "//");
}

function checkUrl(url: string): void {
  if (!/^rediss?:\/\/[^/]/.test(url)) {
    throw new RangeError(
      `url is ${JSON.stringify(withoutPassword(url))}; expected redis://HOST:PORT or rediss://HOST:PORT`,
    );
  }
}
