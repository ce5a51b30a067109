import type { Worker as NodeWorker } from "node:worker_threads";
import { isNode } from "../build/platform.ts";
import type { SetUp, WorkerMessage } from "./serve-tasks.ts";

/** A worker just started: a `Worker` of a browser, or of `node:worker_threads`. */
export interface PoolWorker {
  /** Sends the thread its tasks' data. */
  postMessage(message: unknown): void;
  /** Ends the thread. */
  terminate(): unknown;
}

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

/** The workers of a pool, and what they have said. */
export interface Crew {
  /** Resolves when a worker says something, or at once where a worker has died. */
  heard(): Promise<void>;
  /** The error that a worker reported since the last call, if any. */
  takeFailure(): Error | undefined;
  /** Why the workers cannot go on, if so. */
  death(): Error | undefined;
  /** Whether a process may end while the workers are there. */
  keepAlive(alive: boolean): void;
  /** Ends all workers. */
  terminate(): Promise<void>;
}

/** Starts `workers` threads and waits until each has its tasks. Where one fails none is left running. */
export async function startCrew(
  workers: number,
  startWorker: () => PoolWorker,
  setUp: Omit<SetUp, "thread">,
): Promise<Crew> {
  const threads: Thread[] = [];
  let ready = 0;
  let failure: Error | undefined;
  let death: Error | undefined;
  let wake = (): void => {};

  const onMessage = (message: unknown): void => {
    const said = message as WorkerMessage;
    if (said.kind === "ready") ready++;
    if (said.kind === "failed") failure ??= reportedError(said);
    wake();
  };
  const crew: Crew = {
    heard: () =>
      death
        ? Promise.resolve()
        : new Promise((resolve) => {
            wake = resolve;
          }),
    takeFailure() {
      const taken = failure;
      failure = undefined;
      return taken;
    },
    death: () => death,
    keepAlive: (alive) => {
      for (const thread of threads) thread.keepAlive(alive);
    },
    async terminate() {
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };

  try {
    for (let thread = 1; thread <= workers; thread++) {
      const onDeath = (reason: string): void => {
        death ??= new Error(`thread ${thread} of the pool has died: ${reason}`);
        wake();
      };
      const started = listen(startWorker(), { onMessage, onDeath });
      threads.push(started);
      started.post({ ...setUp, thread } satisfies SetUp);
    }
    while (ready < workers && !failure && !death) await crew.heard();
    if (failure || death) throw failure ?? death;
  } catch (error) {
    await crew.terminate();
    throw error;
  }
  crew.keepAlive(false);
  return crew;
}

function reportedError({ message, stack }: { readonly message: string; readonly stack: string }): Error {
  const error = new Error(message);
  error.stack = stack;
  return error;
}

/** A worker thread, the same in Node and in a browser. */
interface Thread {
  post(message: unknown): void;
  /** Whether a process may end while the thread is there. */
  keepAlive(alive: boolean): void;
  terminate(): Promise<void>;
}

/** What a thread tells the one that started it. */
interface ThreadEvents {
  onMessage(message: unknown): void;
  /** The thread has ended, or cannot go on. */
  onDeath(reason: string): void;
}

/** Listens to a worker. */
function listen(worker: PoolWorker, { onMessage, onDeath }: ThreadEvents): Thread {
  let keepAlive = (_alive: boolean): void => {};
  if (isNodeWorker(worker)) {
    const dying = (error: unknown): void => onDeath(error instanceof Error ? error.message : String(error));
    worker.on("message", onMessage);
    worker.on("error", dying);
    worker.on("messageerror", dying);
    worker.on("exit", (code) => onDeath(`it exited with code ${code}`));
    keepAlive = (alive) => (alive ? worker.ref() : worker.unref());
  } else {
    const browserWorker = worker as Worker;
    browserWorker.onmessage = ({ data }) => onMessage(data);
    // Where the module is not found the event has no message.
    browserWorker.onerror = ({ message }) => onDeath(message ?? "its module could not be loaded");
    browserWorker.onmessageerror = () => onDeath("a message to it could not be read");
  }
  return {
    post: (message) => worker.postMessage(message),
    keepAlive,
    terminate: async () => {
      await worker.terminate();
    },
  };
}

function isNodeWorker(worker: PoolWorker): worker is NodeWorker {
  return "ref" in worker;
}
