import type { Vocabulary } from "@tierwise/data/rows";
import { type BatchLimits, type BatchTarget, createBatcher } from "../batching/batcher.ts";
import { groupJobs } from "../batching/group-jobs.ts";
import type { RankedRows, RankJob } from "../batching/rank-job.ts";
import type { RankRows } from "../batching/rank-rows.ts";
import { rankTogether } from "../batching/rank-together.ts";
import { createItemLookup } from "./item-lookup.ts";
import type { FeatureLookup, ServedItems } from "./served-model.ts";

/** Everything about a model with features except its weights. */
interface FeatureModel extends Vocabulary, Pick<ServedItems, "kind" | "version"> {
  readonly written?: string;
  readonly featureCount: number;
  readonly itemCount: number;
}

/** The limits on batches and on concurrent calls of a model. */
export interface CallLimits extends Pick<BatchTarget<never, never>, "lanes" | "onBatch"> {
  readonly limits: BatchLimits;
}

/** Collects requests with rows and ranks them in batches. */
export function collectRows(
  { kind, version, written, featureCount, itemCount, itemNames, featureNames, featureItems }: FeatureModel,
  rank: RankRows,
  { limits, lanes, onBatch }: CallLimits,
): Omit<ServedItems, "isAlive" | "stop"> {
  const batcher = createBatcher<RankJob, RankedRows>(
    { rankTogether: (jobs) => rankTogether(rank, jobs), group: groupJobs, lanes, onBatch },
    limits,
  );
  return {
    ranks: "items",
    kind,
    version,
    written,
    items: createItemLookup(itemCount, itemNames),
    hasItemNames: itemNames !== undefined,
    features: featureLookup(featureCount, featureNames, featureItems),
    utilities: undefined,
    rank(job, answer) {
      if (job.candidates?.length === 0) answer(undefined, emptyRows(job));
      else batcher.rank(job, answer);
    },
    pendingRows: batcher.pendingRows,
    drained: batcher.drained,
  };
}

/** Looks up features by name if there are names. */
export function featureLookup(
  featureCount: number,
  featureNames?: readonly string[],
  featureItems?: readonly number[],
): FeatureLookup {
  const indexOf = featureNames && new Map(featureNames.map((name, index) => [name, index]));
  return { featureCount, indexOf, featureItems };
}

/** Rankings without items, for a request that excludes all of its candidates. */
function emptyRows({ rowCount }: RankJob): RankedRows {
  return { start: 0, stride: 1, items: new Int32Array(rowCount).fill(-1), scores: new Float32Array(rowCount) };
}
