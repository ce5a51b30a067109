import type { Vocabulary } from "@tierwise/data/rows";
import type { Model } from "@tierwise/metrics";
import { type BatchLimits, type BatchTarget, createBatcher } from "../batching/batcher.ts";
import type { RankedRows, RankJob } from "../batching/rank-job.ts";
import { type RankRows, rankWithModel } from "../batching/rank-rows.ts";
import { rankTogether } from "../batching/rank-together.ts";
import { startRankingThread } from "../thread/start-ranking-thread.ts";
import { createItemLookup } from "./item-lookup.ts";
import type { LoadOptions, ServedModel } from "./served-model.ts";

/** Loads a model directory or file in its own thread, so that ranking does not delay other requests. */
export async function loadTrained(
  path: string,
  options: LoadOptions,
  onBatch: (rows: number) => void,
): Promise<ServedModel> {
  const { model, rank, isAlive, stop } = await startRankingThread({ path, wide: options.wide });
  return { ...collectRequests(model, { rank, lanes: 2, onBatch }, options), isAlive, stop };
}

/** Serves a model object on the calling thread, because other threads cannot access its memory. */
export function serveObject(
  model: Model & Vocabulary,
  version: string,
  limits: BatchLimits,
  onBatch: (rows: number) => void,
): ServedModel {
  const rank: RankRows = async (rows, options) => {
    // Send answers and read requests before ranking occupies the thread.
    await new Promise<void>((resolve) => setImmediate(resolve));
    return rankWithModel(model, rows, options);
  };
  const { featureCount, itemCount, itemNames, featureNames, featureItems } = model;
  const described = {
    featureCount,
    itemCount,
    itemNames,
    featureNames,
    featureItems,
    kind: "custom",
    version,
  } as const;
  return {
    ...collectRequests(described, { rank, lanes: 1, onBatch }, limits),
    isAlive: () => true,
    stop: () => Promise.resolve(),
  };
}

/** Everything about a model with features except its weights. */
interface FeatureModel extends Vocabulary, Pick<ServedModel, "kind" | "version"> {
  readonly written?: string;
  readonly featureCount: number;
  readonly itemCount: number;
}

/** Collects requests and ranks them in batches. */
function collectRequests(
  { kind, version, written, featureCount, itemCount, itemNames, featureNames, featureItems }: FeatureModel,
  { rank, lanes, onBatch }: Pick<BatchTarget, "lanes" | "onBatch"> & { readonly rank: RankRows },
  limits: BatchLimits,
): Omit<ServedModel, "isAlive" | "stop"> {
  const batcher = createBatcher({ rankTogether: (jobs) => rankTogether(rank, jobs), lanes, onBatch }, limits);
  return {
    kind,
    version,
    written,
    items: createItemLookup(itemCount, itemNames),
    hasItemNames: itemNames !== undefined,
    features: {
      featureCount,
      indexOf: featureNames && new Map(featureNames.map((name, index) => [name, index])),
      featureItems,
    },
    utilities: undefined,
    rank(job, answer) {
      if (job.candidates?.length === 0) answer(undefined, emptyRows(job));
      else batcher.rank(job, answer);
    },
    pendingRows: batcher.pendingRows,
    drained: batcher.drained,
  };
}

/** Rankings without items, for a request that excludes all of its candidates. */
function emptyRows({ rowCount }: RankJob): RankedRows {
  return { start: 0, stride: 1, items: new Int32Array(rowCount).fill(-1), scores: new Float32Array(rowCount) };
}
