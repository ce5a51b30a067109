import { isNode } from "../build/platform.ts";
import { awaitRound, claimFailure, finishRound, type RoundState, roundTask, runShards, type Task } from "./round.ts";

/** Tasks by name. */
export type Tasks = Readonly<Record<string, Task>>;

/**
 * Creates the tasks of a thread. It is called once on every thread, with a clone of the pool's `data` (memories and arrays in
 * shared memory are shared, not copied; on the calling thread it is `data` itself) and the number of the thread, 0 for the
 * calling one.
 */
export type CreateTasks<Data> = (data: Data, thread: number) => Tasks | Promise<Tasks>;

/** The only message to a worker. */
export interface SetUp {
  readonly data: unknown;
  readonly thread: number;
  /** The tasks by their numbers, the same on every thread. */
  readonly names: readonly string[];
  readonly state: RoundState;
}

/** What a worker says: it has its tasks; they could not be created or a shard failed; the round is over. */
export type WorkerMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly message: string; readonly stack: string }
  | { readonly kind: "finished" };

interface Port {
  onmessage: ((event: { readonly data: SetUp }) => void) | null;
  postMessage(message: WorkerMessage): void;
}

/**
 * What a worker of a pool runs: creates its tasks when {@link createPool} says so, then takes part in round after round until it
 * is terminated. The module that `startWorker` starts calls it, without awaiting anything before, and with the same `createTasks`
 * as the pool.
 *
 * @example
 * ```ts
 * import { isMainThread, Worker } from "node:worker_threads";
 * import { type CreateTasks, createPool, serveTasks } from "@tierwise/kernels";
 *
 * const createTasks: CreateTasks<Int32Array> = (served, thread) => ({
 *   sign() {
 *     if (thread > 0) Atomics.add(served, 0, 1);
 *     while (Atomics.load(served, 0) === 0); // leave a shard to the worker
 *   },
 * });
 *
 * async function main(): Promise<void> {
 *   const served = new Int32Array(new SharedArrayBuffer(4));
 *   const startWorker = () => new Worker(new URL(import.meta.url));
 *   const pool = await createPool({ threads: 2, createTasks, startWorker, data: served });
 *   await pool.run("sign", 2);
 *   await pool.close();
 *   console.log(served[0] > 0); // true
 * }
 *
 * if (isMainThread) main();
 * else serveTasks(createTasks);
 * ```
 */
export function serveTasks<Data>(createTasks: CreateTasks<Data>): void {
  const port = portToCaller();
  port.onmessage = async ({ data: { data, thread, names, state } }) => {
    let tasks: Tasks;
    try {
      tasks = await createTasks(data as Data, thread);
      const missing = names.find((name) => tasks[name] === undefined);
      if (missing !== undefined) throw new Error(`thread ${thread} serves no task ${missing}; the calling thread does`);
    } catch (error) {
      postFailure(port, error);
      return;
    }
    port.postMessage({ kind: "ready" });
    takeRounds(port, thread, state, names, tasks);
  };
}

function portToCaller(): Port {
  const ofBrowser = typeof document === "object" ? null : globalThis;
  const port = isNode ? process.getBuiltinModule("node:worker_threads").parentPort : ofBrowser;
  if (port === null) throw new Error("serveTasks is called on the main thread; expected a worker");
  return port as unknown as Port;
}

function takeRounds(port: Port, thread: number, state: RoundState, names: readonly string[], tasks: Tasks): never {
  for (let round = awaitRound(state, thread, 0); ; round = awaitRound(state, thread, round)) {
    const name = names[roundTask(state)];
    try {
      runShards(state, thread, name, tasks[name]);
    } catch (error) {
      if (claimFailure(state)) postFailure(port, error);
    }
    if (finishRound(state)) port.postMessage({ kind: "finished" });
  }
}

/** Posts message and stack of an error: its other properties may hold what cannot be cloned. */
function postFailure(port: Port, error: unknown): void {
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  port.postMessage({ kind: "failed", message, stack });
}
