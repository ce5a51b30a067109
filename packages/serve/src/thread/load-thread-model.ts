import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Model } from "@tierwise/metrics";
import { loadModel } from "@tierwise/ranker";
import { rankListsWithModel } from "../batching/rank-lists-together.ts";
import { rankWithModel } from "../batching/rank-rows.ts";
import { describeTowers } from "../trained/describe-towers.ts";
import { fileVersion } from "../trained/file-version.ts";
import { modelFiles } from "../trained/model-file-names.ts";
import type { ListCall, LoadedDocuments, LoadedItems, RankCall, ThreadData, ThreadMessage } from "./messages.ts";

/** A message, and the buffers that are transferred with it. */
interface Reply {
  readonly message: ThreadMessage;
  readonly moved: readonly ArrayBuffer[];
}

/** A loaded model, and the function that answers calls. */
interface ThreadModel {
  readonly model: LoadedDocuments | LoadedItems;
  /** Answers a call; rejects if the call is for another kind of model. */
  readonly answer: (call: ListCall | RankCall) => Promise<Reply>;
}

export function loadThreadModel({ path, kind }: ThreadData): Promise<ThreadModel> {
  if (kind === "documents") return loadDocuments(path);
  return kind === "two-tower" ? loadTowers(path) : loadRanker(path);
}

async function loadRanker(path: string): Promise<ThreadModel> {
  const model = await loadModel(path);
  if (!model.finished && model.members.every(({ steps }) => steps === 0)) {
    throw new Error(`${path} holds a training run that has not produced a model yet`);
  }
  const { kind, version, written, featureCount, itemCount, itemNames, featureNames, featureItems } = model;
  const described = { kind, version, written, featureCount, itemCount, itemNames, featureNames, featureItems };
  return { model: described, answer: answerRows(model) };
}

async function loadTowers(path: string): Promise<ThreadModel> {
  const { loadTwoTowerModel } = await import("@tierwise/documents");
  const { model, ...version } = await loadVersion(join(path, modelFiles["two-tower"]), () => loadTwoTowerModel(path));
  return { model: { kind: "two-tower", ...version, ...describeTowers(model) }, answer: answerRows(model) };
}

async function loadDocuments(path: string): Promise<ThreadModel> {
  const { loadDocumentModel } = await import("@tierwise/documents");
  const { model, ...version } = await loadVersion(join(path, modelFiles.documents), () => loadDocumentModel(path));
  const { featureCount, featureNames } = model;
  return {
    model: { kind: "documents", ...version, featureCount, ...(featureNames && { featureNames }) },
    async answer(call) {
      if (!("lists" in call)) throw new Error("the call has rows; expected lists");
      const rankings = rankListsWithModel(model, call.lists, call.k);
      const moved = [rankings.offsets, rankings.documents, rankings.scores].map(({ buffer }) => buffer as ArrayBuffer);
      return { message: { type: "lists-ranked", rankings }, moved };
    },
  };
}

function answerRows(model: Model): ThreadModel["answer"] {
  return async (call) => {
    if (!("rows" in call)) throw new Error("the call has lists; expected rows");
    const { k, items, scores } = await rankWithModel(model, call.rows, call.options);
    // The rankings of a two-tower model are views of a larger shared buffer; a copy contains only the rankings.
    const rankings = { k, items: owned(items), scores: owned(scores) };
    const moved = [rankings.items.buffer, rankings.scores.buffer] as ArrayBuffer[];
    return { message: { type: "ranked", rankings }, moved };
  };
}

/** The array if it has its own buffer, which can be transferred to another thread; otherwise a copy. */
function owned<T extends Float32Array | Float64Array | Int32Array>(array: T): T {
  return array.byteLength === array.buffer.byteLength && array.buffer instanceof ArrayBuffer
    ? array
    : (array.slice() as T);
}

/** Loads a model that is a single file, together with its version, which is derived from its content. */
async function loadVersion<Loaded>(file: string, load: () => Promise<Loaded>) {
  for (;;) {
    const version = await fileVersion(file);
    const model = await load();
    // A file that was replaced in the meantime is loaded again.
    if ((await fileVersion(file)) === version)
      return { model, version, written: (await stat(file)).mtime.toISOString() };
  }
}
