import type { DocumentModel } from "@tierwise/documents";
import type { BatchLimits } from "../batching/batcher.ts";
import { rankListsWithModel } from "../batching/rank-lists-together.ts";
import { rankWithModel } from "../batching/rank-rows.ts";
import type { ModelFromObject } from "../options/server-options.ts";
import { describeTowers } from "../trained/describe-towers.ts";
import { collectLists } from "./document-served-model.ts";
import { collectRows } from "./feature-served-model.ts";
import type { ServedModel } from "./served-model.ts";

/** Serves a model object on the calling thread, because other threads cannot access its memory. */
export function serveObject(
  model: ModelFromObject["model"],
  version: string,
  limits: BatchLimits,
  onBatch: (rows: number) => void,
): ServedModel {
  const calls = { limits, lanes: 1, onBatch };
  const alive = { isAlive: () => true, stop: () => Promise.resolve() };
  if (ranksDocuments(model)) {
    const { featureCount, featureNames } = model;
    const described = { kind: "documents", version, featureCount, ...(featureNames && { featureNames }) } as const;
    const ranked = collectLists(
      described,
      async (lists, k) => {
        await nextTurn();
        return rankListsWithModel(model, lists, k);
      },
      calls,
    );
    return { ...ranked, ...alive };
  }
  const described =
    "trainedItems" in model
      ? { ...describeTowers(model), kind: "two-tower" as const, version }
      : { ...vocabularyOf(model), kind: "custom" as const, version };
  const ranked = collectRows(
    described,
    async (rows, options) => {
      await nextTurn();
      return rankWithModel(model, rows, options);
    },
    calls,
  );
  return { ...ranked, ...alive };
}

function ranksDocuments(model: ModelFromObject["model"]): model is DocumentModel {
  return !("itemCount" in model);
}

function vocabularyOf({
  featureCount,
  itemCount,
  itemNames,
  featureNames,
  featureItems,
}: Exclude<ModelFromObject["model"], DocumentModel>) {
  return { featureCount, itemCount, itemNames, featureNames, featureItems };
}

/** Lets the event loop send answers and read requests before ranking occupies the thread. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
