import { isNode } from "../build/platform.ts";
import { type PoolWorker, startCrew } from "./crew.ts";
import { awaitWorkers, createRoundState, hasFailed, park, runShards, startRound } from "./round.ts";
import type { CreateTasks } from "./serve-tasks.ts";

/**
 * The number of available processor cores, or 1 if memory cannot be shared.
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

/** Options for {@link createPool}. */
export interface PoolOptions<Data> {
  /** The number of threads, including the calling one: a positive integer. */
  readonly threads: number;
  /** Creates the tasks of a thread. */
  readonly createTasks: CreateTasks<Data>;
  /**
   * Starts a worker whose module calls {@link serveTasks} with the same `createTasks`; called once for each thread except the calling one.
   * In Node, `() => new Worker(new URL("./tasks-worker.js", import.meta.url))` with the `Worker` of `node:worker_threads`; in a browser,
   * `() => new Worker(new URL("./tasks-worker.js", import.meta.url), { type: "module" })`, which bundlers recognize by exactly this syntax.
   * To support both, see {@link nodeWorker}.
   */
  readonly startWorker: () => PoolWorker;
  /** Passed to `createTasks` on every thread. All threads share the kernel memories, arrays and kernel modules that it contains. */
  readonly data: Data;
}

/** Threads that run named tasks over shards. */
export interface Pool {
  /** The number of threads, including the calling one. */
  readonly threads: number;
  /**
   * Runs a task once for each of the shards 0 … shards − 1 and resolves when all are done. A run sees everything that earlier runs wrote.
   * Each thread starts with its own part of the shards and then takes remaining shards from other threads. If a task throws, the promise
   * rejects with its message and the shard, and the pool remains usable; if a thread dies, the promise rejects and the pool is closed. Runs
   * cannot overlap.
   */
  run(task: string, shards: number): Promise<void>;
  /** Ends the threads after the current run. */
  close(): Promise<void>;
}

/** The maximum time in milliseconds for which the calling thread blocks; after that, it waits in its event loop. */
const patience = 100;

/**
 * Starts a pool of threads that run tasks. The calling thread also runs tasks, so a pool of one thread needs no worker and no shared
 * memory. If a result is a sum over shards, keep the number of shards fixed and add their sums in order, so that the result does not depend
 * on the number of threads. An idle pool does not keep the process alive.
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
    throw new RangeError(`threads is ${threads}; expected a positive integer`);
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
    const reported = park(state) || hasFailed(state) ? await awaitMessages() : undefined;
    failure ??= reported ?? crew.death();
    if (crew.death()) await crew.terminate();
    if (failure) throw failure;
  }

  /** Waits for the messages that end the round, and returns the error if a shard failed. */
  async function awaitMessages(): Promise<Error | undefined> {
    crew.keepAlive(true);
    while (park(state) && !crew.death()) await crew.nextMessage();
    let failure = crew.takeFailure();
    while (hasFailed(state) && !failure && !crew.death()) {
      await crew.nextMessage();
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
        throw new RangeError(`shards is ${shards}; expected a nonnegative integer`);
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
