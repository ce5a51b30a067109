import type { Vocabulary } from "@tierwise/data/rows";
import type { Model } from "@tierwise/metrics";
import { type BatchLimits, createBatcher } from "../batching/batcher.ts";
import type { RankedRows, RankJob } from "../batching/rank-job.ts";
import { checkFinite, rankTogether } from "../batching/rank-together.ts";
import { createItemLookup } from "./item-lookup.ts";
import type { ServedModel } from "./served-model.ts";

/** What identifies a version of a model. */
export interface VersionLabel {
  readonly kind: ServedModel["kind"];
  readonly version: string;
  readonly written?: string | undefined;
}

/** A model with features: requests are collected and ranked in batches. */
export function servedFromModel(
  model: Model & Vocabulary,
  { kind, version, written }: VersionLabel,
  limits: BatchLimits,
  onBatch: (rows: number) => void,
): ServedModel {
  const { featureCount, itemCount, itemNames, featureNames, featureItems } = model;
  const batcher = createBatcher((jobs) => rankTogether(model, jobs), limits, onBatch);
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
    async rank(job) {
      if (job.candidates?.length === 0) return emptyRows(job);
      const ranked = await batcher.rank(job);
      checkFinite(ranked, job);
      return ranked;
    },
    pendingRows: batcher.pendingRows,
    drained: batcher.drained,
  };
}

/** Rankings without items, for a request that excludes all its candidates. */
function emptyRows({ rowCount }: RankJob): RankedRows {
  return { start: 0, stride: 1, items: new Int32Array(rowCount).fill(-1), scores: new Float32Array(rowCount) };
}
