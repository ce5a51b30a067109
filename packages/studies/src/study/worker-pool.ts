import { type Options, Tinypool } from "tinypool";
import type { Executor } from "./executor.ts";
import type { StudyCell } from "./study.ts";

/** A new process for every cell, in which garbage can be collected before the idle memory is measured. */
const APART: Options = { runtime: "child_process", isolateWorkers: true, execArgv: ["--expose-gc"] };

/** Creates an executor that runs cells of this package's studies on worker threads, one cell per thread. */
export function workerThreads(): Executor {
  return (work) => runInPool(work, work.threads, {});
}

/** Creates an executor that runs cells of this package's studies one after the other, each in a new process. */
export function separateProcesses(): Executor {
  return (work) => runInPool(work, 1, APART);
}

async function runInPool(
  { cells, signal, onResult }: Parameters<Executor>[0],
  threads: number,
  options: Options,
): Promise<void> {
  signal?.throwIfAborted();
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const pool = new Tinypool({
    filename: new URL(`../run-cell.${extension}`, import.meta.url).href,
    name: "runCell",
    minThreads: Math.min(threads, cells.length),
    maxThreads: Math.min(threads, cells.length),
    ...options,
  });
  const stopped = stopping(signal);
  try {
    // Each worker takes the next cell when it has finished one, so that an abort leaves no cells in the queue of the pool.
    const queue = cells.entries();
    const drain = async (): Promise<void> => {
      for (const [index, cell] of queue) {
        if (stopped.now) return;
        const result = (await pool.run(cell)) as StudyCell;
        if (!stopped.now) onResult(index, result);
      }
    };
    const workers = Array.from({ length: Math.min(threads, cells.length) }, drain);
    await Promise.race([Promise.all(workers), stopped.promise]);
  } finally {
    stopped.end();
    await pool.destroy();
  }
}

/** A promise that rejects with the signal's reason, with one listener for all cells. */
function stopping(signal: AbortSignal | undefined): {
  promise: Promise<never>;
  end: () => void;
  readonly now: boolean;
} {
  let now = false;
  let abort = (): void => {};
  const promise = new Promise<never>((_, reject) => {
    abort = () => {
      now = true;
      reject(signal?.reason);
    };
  });
  promise.catch(() => {});
  signal?.addEventListener("abort", abort, { once: true });
  return {
    promise,
    end: () => {
      now = true;
      signal?.removeEventListener("abort", abort);
    },
    get now() {
      return now;
    },
  };
}
