import { isNode } from "../platform.ts";
import type { SetUp, WorkerMessage } from "./messages.ts";
import { awaitRound, claimFailure, finishRound, type RoundState, roundTask, runShards } from "./round.ts";
import type { CreateTasks, Tasks } from "./tasks.ts";

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
