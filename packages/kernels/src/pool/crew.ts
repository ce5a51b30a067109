import type { Worker as NodeWorker } from "node:worker_threads";
import { isNode } from "../build/platform.ts";
import type { SetUp, WorkerMessage } from "./serve-tasks.ts";

/** A running worker: a `Worker` of the browser or of `node:worker_threads`. */
export interface PoolWorker {
  /** Sends a message to the thread. */
  postMessage(message: unknown): void;
  /** Ends the thread. */
  terminate(): unknown;
}

/**
 * Starts a worker of `node:worker_threads`, or returns `undefined` outside Node. Use it in packages that start the same
 * worker in Node, in web pages and from bundles: bundlers ignore calls to this function and recognize a worker only by
 * the literal expression `new Worker(new URL("…", import.meta.url), { type: "module" })`.
 *
 * @param file - The worker's module, relative to the module that starts it, ending in `.js`.
 * @param base - The `import.meta.url` of the module that starts it. If that module is a TypeScript file, `file` is resolved with `.ts`
 *   instead of `.js`.
 *
 * @example
 * ```ts
 * import { createPool, nodeWorker } from "@tierwise/kernels";
 *
 * const startWorker = () =>
 *   nodeWorker("./doubling-worker.js", import.meta.url) ??
 *   new Worker(new URL("./doubling-worker.js", import.meta.url), { type: "module" });
 *
 * // This is in doubling-tasks.ts; doubling-worker.ts calls serveTasks(createTasks).
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
export function nodeWorker(file: string, base: string): PoolWorker | undefined {
  if (!isNode) return undefined;
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  return new Worker(new URL(base.endsWith(".ts") ? file.replace(/\.js$/, ".ts") : file, base));
}

/** The workers of a pool and their messages. */
export interface Crew {
  /** Resolves at the next message from any worker, or immediately if a worker has died. */
  nextMessage(): Promise<void>;
  /** Returns the error that a worker has reported since the last call, if any. */
  takeFailure(): Error | undefined;
  /** Returns the error of the first worker that ended unexpectedly, if any. */
  death(): Error | undefined;
  /** Sets whether the workers keep the process alive. */
  keepAlive(alive: boolean): void;
  terminate(): Promise<void>;
}

/** Starts `workers` threads and waits until each has created its tasks. If a worker fails, all workers are terminated. */
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
    const received = message as WorkerMessage;
    if (received.kind === "ready") ready++;
    if (received.kind === "failed") failure ??= reportedError(received);
    wake();
  };
  const crew: Crew = {
    nextMessage: () =>
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
    while (ready < workers && !failure && !death) await crew.nextMessage();
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

/** A worker thread, with the same interface in Node and in a browser. */
interface Thread {
  post(message: unknown): void;
  /** Sets whether the thread keeps the process alive. */
  keepAlive(alive: boolean): void;
  terminate(): Promise<void>;
}

interface ThreadEvents {
  onMessage(message: unknown): void;
  /** Called when the thread ends or cannot continue. */
  onDeath(reason: string): void;
}

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
    // If the module was not found, the event has no message.
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
