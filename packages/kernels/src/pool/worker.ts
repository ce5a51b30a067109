// What a worker thread of the pool runs: creates the tasks, then takes part in round after round until it is terminated.
import { isNode } from "../platform.ts";
import type { SetUp, WorkerMessage } from "./messages.ts";
import { awaitRound, claimFailure, finishRound, type RoundState, roundTask, runShards } from "./round.ts";
import { importTasks, type Tasks } from "./tasks.ts";

interface Port {
  onmessage: ((event: { readonly data: SetUp }) => void) | null;
  postMessage(message: WorkerMessage): void;
}

const port = (isNode ? (await import("node:worker_threads")).parentPort : globalThis) as unknown as Port;

port.onmessage = async ({ data: { module, data, thread, names, state } }) => {
  let tasks: Tasks;
  try {
    tasks = await importTasks(module, data, thread);
  } catch (error) {
    postFailure(error);
    return;
  }
  port.postMessage({ kind: "ready" });
  takeRounds(state, names, tasks);
};

function takeRounds(state: RoundState, names: readonly string[], tasks: Tasks): never {
  for (let round = awaitRound(state, 0); ; round = awaitRound(state, round)) {
    const name = names[roundTask(state)];
    try {
      runShards(state, name, tasks[name]);
    } catch (error) {
      if (claimFailure(state)) postFailure(error);
    }
    if (finishRound(state)) port.postMessage({ kind: "finished" });
  }
}

/** Posts message and stack of an error: its other properties may hold what cannot be cloned. */
function postFailure(error: unknown): void {
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  port.postMessage({ kind: "failed", message, stack });
}
