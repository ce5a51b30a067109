import { Worker } from "node:worker_threads";
import { RequestError } from "../answers/request-error.ts";
import type { RankLists } from "../batching/list-job.ts";
import { notFinite, type RankRows } from "../batching/rank-rows.ts";
import type { ListCall, LoadedDocuments, LoadedItems, RankCall, ThreadData, ThreadMessage } from "./messages.ts";

/** A thread that has loaded a model and ranks with it. */
export interface RankingThread {
  readonly model: LoadedDocuments | LoadedItems;
  readonly rank: RankRows;
  readonly rankLists: RankLists;
  readonly isAlive: () => boolean;
  readonly stop: () => Promise<void>;
}

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

  async function call(sent: ListCall | RankCall, moved: readonly { readonly buffer: ArrayBufferLike }[]) {
    const answer = nextMessage();
    worker.postMessage(
      sent,
      moved.map(({ buffer }) => buffer as ArrayBuffer),
    );
    const message = await answer;
    if (message.type === "not-finite") throw notFinite();
    return message;
  }

  const rank: RankRows = async (rows, { k, candidates, exclude }) => {
    const options = { k, ...(candidates && { candidates }), ...(exclude && { exclude }) };
    const message = await call({ rows, options }, [rows.indptr, rows.indices, rows.values]);
    if (message.type === "ranked") return message.rankings;
    throw new Error(reasonOf(message));
  };

  const rankLists: RankLists = async (lists, k) => {
    const message = await call({ lists, k }, [lists.offsets, lists.features]);
    if (message.type === "lists-ranked") return message.rankings;
    throw new Error(reasonOf(message));
  };

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
    rankLists,
    isAlive: () => alive,
    async stop() {
      await worker.terminate();
    },
  };
}

function reasonOf(message: ThreadMessage): string {
  return message.type === "failed" ? message.message : `a ranking thread sent the unexpected message ${message.type}`;
}
