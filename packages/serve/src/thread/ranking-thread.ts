// The module of a ranking thread: it loads a model and ranks rows or lists, so that the server's own thread only reads requests and sends
// answers.
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { widenProducts } from "@tierwise/ranker";
import { RequestError } from "../answers/request-error.ts";
import { loadThreadModel } from "./load-thread-model.ts";
import type { ListCall, RankCall, ThreadData, ThreadMessage } from "./messages.ts";

const port = parentPort as MessagePort;
const data = workerData as ThreadData;

function send(message: ThreadMessage, moved: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, [...moved]);
}

function sendFailure(error: unknown): void {
  if (error instanceof RequestError && error.code === "not_finite") send({ type: "not-finite" });
  else send({ type: "failed", message: error instanceof Error ? error.message : String(error) });
}

try {
  if (data.wide) widenProducts();
  const { model, answer } = await loadThreadModel(data);
  // The model ranks one call at a time.
  let last: Promise<void> = Promise.resolve();
  port.on("message", (call: ListCall | RankCall) => {
    last = last.then(async () => {
      try {
        const { message, moved } = await answer(call);
        send(message, moved);
      } catch (error) {
        sendFailure(error);
      }
    });
  });
  send({ type: "loaded", model });
} catch (error) {
  sendFailure(error);
}
