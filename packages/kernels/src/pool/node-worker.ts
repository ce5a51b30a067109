import { isNode } from "../platform.ts";
import type { PoolWorker } from "./pool-worker.ts";

/**
 * Starts a worker of `node:worker_threads`; `undefined` where this is not Node. For packages that start the same worker in Node,
 * in a page and from a bundle. Bundlers know a worker by `new Worker(new URL("…", import.meta.url), { type: "module" })`, which
 * must stand in the program word for word; a call of this function they leave alone.
 *
 * @param file - The worker's module, relative to the one that starts it, ending in `.js`.
 * @param beside - The `import.meta.url` of the module that starts it. Where that is a TypeScript source, which Node can run, the
 * worker is one too.
 *
 * @example
 * ```ts
 * import { createPool, nodeWorker } from "@tierwise/kernels";
 *
 * const startWorker = () =>
 *   nodeWorker("./doubling-worker.js", import.meta.url) ??
 *   new Worker(new URL("./doubling-worker.js", import.meta.url), { type: "module" });
 *
 * // In doubling-tasks.ts. And in doubling-worker.ts: serveTasks(createTasks);
 * const createTasks = (numbers: Int32Array) => ({
 *   double(shard: number) {
 *     numbers[shard] *= 2;
 *   },
 * });
 *
 * const numbers = Int32Array.of(1, 2, 3);
 * const pool = await createPool({ threads: 1, createTasks, startWorker, data: numbers });
 * await pool.run("double", 3);
 * console.log(numbers.join(" ")); // 2 4 6
 * ```
 */
export function nodeWorker(file: string, beside: string): PoolWorker | undefined {
  if (!isNode) return undefined;
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  return new Worker(new URL(beside.endsWith(".ts") ? file.replace(/\.js$/, ".ts") : file, beside));
}
