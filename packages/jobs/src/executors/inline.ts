import type { Executor, JobWork, LocalOptions } from "../execution/executor.ts";
import type { JobContext } from "../job/job-kind.ts";
import { keepFile } from "../stores/keep-file.ts";
import { memoryStore } from "../stores/memory-store.ts";
import { verifyLocalFiles } from "./local-files.ts";

/**
 * Creates an executor that runs jobs one after another in the calling process; each job may use all threads.
 *
 * @param options - The store of results.
 *
 * @example
 * ```ts
 * import { createJob, inline, runJobs } from "@tierwise/jobs";
 *
 * const square = { run: (settings: unknown) => ({ square: (settings as { x: number }).x ** 2 }) };
 * const kinds = { module: import.meta.url, code: () => "1", find: async () => square };
 * const jobs = [1, 2, 3].map((x) => createJob({ kind: "square", settings: { x }, code: kinds.code() }));
 * console.log(await runJobs(jobs, { kinds, executor: inline() })); // [ { square: 1 }, { square: 4 }, { square: 9 } ]
 * ```
 */
export function inline({ store: held = memoryStore() }: LocalOptions = {}): Executor {
  return {
    name: "inline",
    remote: false,
    openStore: async () => ({ ...held, close: async () => {} }),
    async run(work) {
      const { jobs, kinds, signal, onResult, onFailure } = work;
      await verifyLocalFiles(jobs);
      const keep = (path: string): Promise<string> => keepFile(held, path);
      for (const [index, { key, kind, settings }] of jobs.entries()) {
        signal?.throwIfAborted();
        try {
          const result = await (await kinds.find(kind)).run(settings, contextOf(work, index, keep));
          // A job that was aborted may have returned an incomplete result.
          signal?.throwIfAborted();
          const json = JSON.stringify(result ?? null);
          await held.writeResult(key, json);
          onResult(index, json);
        } catch (error) {
          signal?.throwIfAborted();
          onFailure(index, error instanceof Error ? error.message : String(error));
        }
        // Lets a signal arrive between synchronous jobs.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

function contextOf({ threads, signal, onProgress }: JobWork, index: number, keep: JobContext["keep"]): JobContext {
  return {
    threads,
    file: (path) => path,
    keep,
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress: (progress) => onProgress(index, progress) }),
  };
}
