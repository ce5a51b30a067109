import { createBatcher } from "../batching/batcher.ts";
import type { ListJob, RankedLists, RankLists } from "../batching/list-job.ts";
import { rankListsTogether } from "../batching/rank-lists-together.ts";
import { type CallLimits, featureLookup } from "./feature-served-model.ts";
import type { ServedDocuments } from "./served-model.ts";

/** Everything about a document model except its weights. */
interface DescribedDocuments extends Pick<ServedDocuments, "kind" | "version"> {
  readonly written?: string;
  readonly featureCount: number;
  readonly featureNames?: readonly string[];
}

/** Collects requests with lists and ranks them in batches. */
export function collectLists(
  { kind, version, written, featureCount, featureNames }: DescribedDocuments,
  rank: RankLists,
  { limits, lanes, onBatch }: CallLimits,
): Omit<ServedDocuments, "isAlive" | "stop"> {
  const target = {
    rankTogether: (jobs: readonly ListJob[]) => rankListsTogether(rank, featureCount, jobs),
    group: <T>(entries: readonly T[]): T[][] => [[...entries]],
    lanes,
    onBatch,
  };
  const batcher = createBatcher<ListJob, RankedLists>(target, limits);
  return {
    ranks: "documents",
    kind,
    version,
    written,
    features: featureLookup(featureCount, featureNames),
    rank: batcher.rank,
    pendingRows: batcher.pendingRows,
    drained: batcher.drained,
  };
}
