import type { SetUp, WorkerMessage } from "./messages.ts";
import { listen, type PoolWorker, type Thread } from "./pool-worker.ts";

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
