import { isNode } from "../build/platform.ts";
import { type PoolWorker, startCrew } from "./crew.ts";
import { awaitWorkers, createRoundState, hasFailed, park, runShards, startRound } from "./round.ts";
import type { CreateTasks } from "./serve-tasks.ts";

/**
 * How many threads there are cores for; one where memory cannot be shared.
 *
 * @example
 * ```ts
 * import { defaultThreads } from "@tierwise/kernels";
 *
 * console.log(defaultThreads() >= 1); // true
 * ```
 */
export function defaultThreads(): number {
  if (typeof SharedArrayBuffer === "undefined") return 1;
  return isNode ? process.getBuiltinModule("node:os").availableParallelism() : navigator.hardwareConcurrency;
}

/** What {@link createPool} takes. */
export interface PoolOptions<Data> {
  /** How many threads work, the calling one among them: an integer of at least 1. */
  readonly threads: number;
  /** Creates the tasks of the calling thread. */
  readonly createTasks: CreateTasks<Data>;
  /**
   * Starts a worker whose module calls {@link serveTasks} with the same `createTasks`; called once for every thread but the calling
   * one. In Node `() => new Worker(new URL("./tasks-worker.js", import.meta.url))` with the `Worker` of `node:worker_threads`; in a
   * browser `() => new Worker(new URL("./tasks-worker.js", import.meta.url), { type: "module" })`, which bundlers know by exactly
   * this form. For both see {@link nodeWorker}.
   */
  readonly startWorker: () => PoolWorker;
  /** Handed to `createTasks` on every thread. Memories, arrays in them and modules are shared by all threads. */
  readonly data: Data;
}

/** Threads that run named tasks over shards. */
export interface Pool {
  /** How many threads work, the calling one among them. */
  readonly threads: number;
  /**
   * Runs a task for the shards 0 … shards − 1, each once, and resolves when all are done; what one run has written the next one
   * sees. A thread begins with its own part of the shards and then takes what others have left. An error in a task rejects with
   * its message and the shard, and the pool can still be used; a thread that dies rejects too, and closes the pool. One run at a
   * time.
   */
  run(task: string, shards: number): Promise<void>;
  /** Ends the threads, after the current run. */
  close(): Promise<void>;
}

/** How long the calling thread sleeps for the others before it goes on with its event loop. */
const patience = 100;

/**
 * Starts threads that run tasks. The calling thread works too, so that one thread needs no worker and no shared memory. Where
 * results are sums over shards, keep the number of shards fixed and add them up in their order: then they do not depend on the
 * number of threads. A pool that waits does not keep a process alive.
 *
 * @example
 * ```ts
 * import { isMainThread, Worker } from "node:worker_threads";
 * import { type CreateTasks, createPool, serveTasks } from "@tierwise/kernels";
 *
 * const createTasks: CreateTasks<Int32Array> = (squares) => ({
 *   square(shard) {
 *     squares[shard] = shard ** 2;
 *   },
 * });
 *
 * async function main(): Promise<void> {
 *   const squares = new Int32Array(new SharedArrayBuffer(16));
 *   const startWorker = () => new Worker(new URL(import.meta.url));
 *   const pool = await createPool({ threads: 2, createTasks, startWorker, data: squares });
 *   await pool.run("square", 4);
 *   await pool.close();
 *   console.log(squares.join(" ")); // 0 1 4 9
 * }
 *
 * // The workers run this module too.
 * if (isMainThread) main();
 * else serveTasks(createTasks);
 * ```
 */
export async function createPool<Data>({ threads, createTasks, startWorker, data }: PoolOptions<Data>): Promise<Pool> {
  if (!Number.isInteger(threads) || threads < 1) {
    throw new RangeError(`threads is ${threads}; expected an integer of at least 1`);
  }
  const workers = threads - 1;
  const state = createRoundState(workers);
  const tasks = await createTasks(data, 0);
  const names = Object.keys(tasks);
  const crew = await startCrew(workers, startWorker, { data, names, state });
  let running: Promise<void> | undefined;
  let closed: Error | undefined;

  async function round(task: string, shards: number): Promise<void> {
    startRound(state, names.indexOf(task), shards, workers);
    let failure: unknown;
    try {
      runShards(state, 0, task, tasks[task]);
    } catch (error) {
      failure = error;
    }
    awaitWorkers(state, patience);
    const reported = park(state) || hasFailed(state) ? await wordFromWorkers() : undefined;
    failure ??= reported ?? crew.death();
    if (crew.death()) await crew.terminate();
    if (failure) throw failure;
  }

  /** Waits for messages: that the round is over and, where a shard failed, with which error. */
  async function wordFromWorkers(): Promise<Error | undefined> {
    crew.keepAlive(true);
    while (park(state) && !crew.death()) await crew.heard();
    let failure = crew.takeFailure();
    while (hasFailed(state) && !failure && !crew.death()) {
      await crew.heard();
      failure = crew.takeFailure();
    }
    crew.keepAlive(false);
    return failure;
  }

  return {
    threads,
    async run(task, shards) {
      closed ??= crew.death();
      if (closed) throw closed;
      if (running) throw new Error(`the pool is still running; await it before running ${task}`);
      if (!names.includes(task)) throw new RangeError(`task is ${task}; expected one of ${names.join(", ")}`);
      if (!Number.isInteger(shards) || shards < 0) {
        throw new RangeError(`shards is ${shards}; expected an integer of at least 0`);
      }
      running = round(task, shards);
      try {
        await running;
      } finally {
        running = undefined;
      }
    },
    async close() {
      closed ??= new Error("the pool is closed");
      await running?.catch(() => {});
      await crew.terminate();
    },
  };
}
