import { isNode } from "../build/platform.ts";
import { awaitRound, claimFailure, finishRound, type RoundState, roundTask, runShards, type Task } from "./round.ts";

/** Tasks by name. */
export type Tasks = Readonly<Record<string, Task>>;

/**
 * Creates the tasks of a thread. Called once on every thread with the pool's `data` and the number of the thread, 0 for the calling
 * one. Workers receive a clone of `data`, in which kernel memories and arrays in shared memory are shared rather than copied.
 */
export type CreateTasks<Data> = (data: Data, thread: number) => Tasks | Promise<Tasks>;

/** The message that sets up a worker; a worker receives no other message. */
export interface SetUp {
  readonly data: unknown;
  readonly thread: number;
  /** The names of the tasks; all threads use this order. */
  readonly names: readonly string[];
  readonly state: RoundState;
}

/** A message from a worker: its tasks are ready, creating them or running a shard has failed, or the round is finished. */
export type WorkerMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly message: string; readonly stack: string }
  | { readonly kind: "finished" };

interface Port {
  onmessage: ((event: { readonly data: SetUp }) => void) | null;
  postMessage(message: WorkerMessage): void;
}

/**
 * Runs a worker of a pool: creates its tasks when {@link createPool} sends the data, then takes part in every round until it is
 * terminated. Call it in the module that `startWorker` starts, before awaiting anything, with the same `createTasks` as the pool.
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
      if (missing !== undefined) {
        throw new Error(`task ${missing} is missing on thread ${thread}; expected the tasks of the calling thread`);
      }
    } catch (error) {
      postFailure(port, error);
      return;
    }
    port.postMessage({ kind: "ready" });
    takeRounds(port, thread, state, names, tasks);
  };
}

function portToCaller(): Port {
  const browserPort = typeof document === "object" ? null : globalThis;
  const port = isNode ? process.getBuiltinModule("node:worker_threads").parentPort : browserPort;
  if (port === null) throw new Error("serveTasks was called on the main thread; expected a worker");
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

/** Posts only the message and stack of an error, because its other properties may not be cloneable. */
function postFailure(port: Port, error: unknown): void {
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  port.postMessage({ kind: "failed", message, stack });
}
