// The module of a ranking thread: it loads a model and ranks rows, so that the server's own thread only reads requests and sends answers.
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { loadModel, type TrainedModel, widenProducts } from "@tierwise/ranker";
import { RequestError } from "../answers/request-error.ts";
import { rankWithModel } from "../batching/rank-rows.ts";
import type { LoadedModel, RankCall, ThreadData, ThreadMessage } from "./messages.ts";

const port = parentPort as MessagePort;
const { path, wide } = workerData as ThreadData;

function send(message: ThreadMessage, transfer: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, [...transfer]);
}

function sendFailure(error: unknown): void {
  if (error instanceof RequestError && error.code === "not_finite") send({ type: "not-finite" });
  else send({ type: "failed", message: error instanceof Error ? error.message : String(error) });
}

function described(model: TrainedModel): LoadedModel {
  const { kind, version, written, featureCount, itemCount, itemNames, featureNames, featureItems } = model;
  return { kind, version, written, featureCount, itemCount, itemNames, featureNames, featureItems };
}

async function answer(model: TrainedModel, { rows, options }: RankCall): Promise<void> {
  try {
    const rankings = await rankWithModel(model, rows, options);
    const { items, scores } = rankings;
    send({ type: "ranked", rankings }, [items.buffer as ArrayBuffer, scores.buffer as ArrayBuffer]);
  } catch (error) {
    sendFailure(error);
  }
}

try {
  if (wide) widenProducts();
  const model = await loadModel(path);
  if (!model.finished && model.members.every(({ steps }) => steps === 0)) {
    throw new Error(`${path} holds a training run that has not produced a model yet`);
  }
  // The model ranks one call at a time.
  let last: Promise<void> = Promise.resolve();
  port.on("message", (call: RankCall) => {
    last = last.then(() => answer(model, call));
  });
  send({ type: "loaded", model: described(model) });
} catch (error) {
  sendFailure(error);
}
