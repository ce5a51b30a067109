import type { Worker as NodeWorker } from "node:worker_threads";

/** A worker just started: a `Worker` of a browser, or of `node:worker_threads`. */
export interface PoolWorker {
  /** Sends the thread its tasks' data. */
  postMessage(message: unknown): void;
  /** Ends the thread. */
  terminate(): unknown;
}

/** A worker thread, the same in Node and in a browser. */
export interface Thread {
  post(message: unknown): void;
  /** Whether a process may end while the thread is there. */
  keepAlive(alive: boolean): void;
  terminate(): Promise<void>;
}

/** What a thread tells the one that started it. */
export interface ThreadEvents {
  onMessage(message: unknown): void;
  /** The thread has ended, or cannot go on. */
  onDeath(reason: string): void;
}

/** Listens to a worker. */
export function listen(worker: PoolWorker, { onMessage, onDeath }: ThreadEvents): Thread {
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
