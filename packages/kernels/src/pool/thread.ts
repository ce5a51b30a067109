import { isNode } from "../platform.ts";

/** A started worker thread, the same in Node and in a browser. */
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

/** Starts a thread with the pool's worker module. */
export async function startThread({ onMessage, onDeath }: ThreadEvents): Promise<Thread> {
  const dying = (error: { readonly message?: string }): void => onDeath(error?.message ?? String(error));
  if (isNode) {
    const threads = await import("node:worker_threads");
    const worker = new threads.Worker(new URL("./worker.js", import.meta.url));
    worker.on("message", onMessage);
    worker.on("error", dying);
    worker.on("messageerror", dying);
    worker.on("exit", (code) => onDeath(`it exited with code ${code}`));
    return {
      post: (message) => worker.postMessage(message),
      keepAlive: (alive) => (alive ? worker.ref() : worker.unref()),
      terminate: async () => {
        await worker.terminate();
      },
    };
  }
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => onMessage(data);
  worker.onerror = dying;
  worker.onmessageerror = () => onDeath("a message to it could not be read");
  return {
    post: (message) => worker.postMessage(message),
    keepAlive: () => {},
    terminate: async () => worker.terminate(),
  };
}
