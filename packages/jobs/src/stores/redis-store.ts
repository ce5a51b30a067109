import { readFile, stat, writeFile } from "node:fs/promises";
import { connectRedis } from "../redis/connect-redis.ts";
import type { JobStore } from "./job-store.ts";

/** Options for {@link redisStore}. */
export interface RedisStoreOptions {
  /** The address of Redis, such as `redis://localhost:6379`. */
  readonly url: string;
  /** The prefix of all keys in Redis. Default: `"tierwise"`. */
  readonly prefix?: string;
  /** The largest allowed result or file, in bytes. Use {@link directoryStore} for larger results and files. Default: 64 MiB. */
  readonly maxBytes?: number;
}

/**
 * Connects to a store in Redis, for results and files that fit into its memory.
 *
 * @param options - The address of Redis, and the largest size.
 */
export async function redisStore({
  url,
  prefix = "tierwise",
  maxBytes = 2 ** 26,
}: RedisStoreOptions): Promise<JobStore> {
  const redis = await connectRedis(url);
  const resultName = (key: string): string => `${prefix}:result:${key}`;
  const fileName = (checksum: string): string => `${prefix}:file:${checksum}`;
  const checkSize = (what: string, bytes: number): void => {
    if (bytes <= maxBytes) return;
    throw new RangeError(
      `${what} has ${bytes} bytes; expected at most ${maxBytes} in Redis; use a directory store (--store DIR)`,
    );
  };
  return {
    async readResults(keys) {
      if (keys.length === 0) return [];
      return (await redis.mget(keys.map(resultName))).map((json) => json ?? undefined);
    },
    async writeResult(key, json) {
      checkSize("a result", Buffer.byteLength(json));
      return (await redis.set(resultName(key), json, "NX")) === "OK";
    },
    removeResult: async (key) => void (await redis.del(resultName(key))),
    hasFile: async (checksum) => (await redis.exists(fileName(checksum))) === 1,
    async writeFile(checksum, path) {
      checkSize(path, (await stat(path)).size);
      await redis.set(fileName(checksum), await readFile(path), "NX");
    },
    async readFile(checksum, path) {
      const content = await redis.getBuffer(fileName(checksum));
      if (content === null) throw new Error(`Redis does not contain the file ${checksum}`);
      await writeFile(path, content);
    },
    close: async () => void (await redis.quit().catch(() => redis.disconnect())),
  };
}
