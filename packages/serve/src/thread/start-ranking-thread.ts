import { Worker } from "node:worker_threads";
import type { Rankings } from "@tierwise/metrics";
import { RequestError } from "../answers/request-error.ts";
import { notFinite, type RankRows } from "../batching/rank-rows.ts";
import type { LoadedModel, RankCall, ThreadData, ThreadMessage } from "./messages.ts";

/** A thread that has loaded a model and ranks rows with it. */
export interface RankingThread {
  readonly model: LoadedModel;
  readonly rank: RankRows;
  /** Whether the thread is still running. */
  readonly isAlive: () => boolean;
  /** Ends the thread. */
  readonly stop: () => Promise<void>;
}

/** A call that is waiting for its answer. */
interface Waiting {
  readonly resolve: (message: ThreadMessage) => void;
  readonly reject: (error: Error) => void;
}

/** Node runs TypeScript directly, so a server that runs from source also starts its threads from source. */
const threadModule = import.meta.url.endsWith(".ts") ? "./ranking-thread.ts" : "./ranking-thread.js";

/** Starts a thread and loads a model in it; rejects with the error from `loadModel` if loading fails. */
export async function startRankingThread(workerData: ThreadData): Promise<RankingThread> {
  const worker = new Worker(new URL(threadModule, import.meta.url), { workerData });
  const waiting: Waiting[] = [];
  let alive = true;

  function end(reason: string): void {
    alive = false;
    const error = new RequestError("not_ready", `${reason}; try again later`, { retryAfter: 1 });
    for (const { reject } of waiting.splice(0)) reject(error);
  }
  worker.on("message", (message: ThreadMessage) => waiting.shift()?.resolve(message));
  worker.on("error", (error: Error) => end(`the ranking thread failed: ${error.message}`));
  worker.on("exit", () => end("the ranking thread has ended"));

  function nextMessage(): Promise<ThreadMessage> {
    return new Promise((resolve, reject) => {
      if (alive) waiting.push({ resolve, reject });
      else reject(new RequestError("not_ready", "the ranking thread has ended; try again later", { retryAfter: 1 }));
    });
  }

  async function rank(rows: RankCall["rows"], { k, candidates, exclude }: RankCall["options"]): Promise<Rankings> {
    const answer = nextMessage();
    const options = { k, ...(candidates && { candidates }), ...(exclude && { exclude }) };
    worker.postMessage({ rows, options } satisfies RankCall, [
      rows.indptr.buffer as ArrayBuffer,
      rows.indices.buffer as ArrayBuffer,
      rows.values.buffer as ArrayBuffer,
    ]);
    const message = await answer;
    if (message.type === "ranked") return message.rankings;
    throw message.type === "not-finite" ? notFinite() : new Error(reasonOf(message));
  }

  const first = await nextMessage();
  if (first.type !== "loaded") {
    await worker.terminate();
    throw new Error(reasonOf(first));
  }
  // An idle thread does not keep the process alive; an open server does.
  worker.unref();
  return {
    model: first.model,
    rank,
    isAlive: () => alive,
    async stop() {
      await worker.terminate();
    },
  };
}

function reasonOf(message: ThreadMessage): string {
  return message.type === "failed" ? message.message : `a ranking thread sent the unexpected message ${message.type}`;
}
