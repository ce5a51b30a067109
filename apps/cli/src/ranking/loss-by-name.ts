import type { RankingLoss } from "@tierwise/losses";
import type { LossName } from "@tierwise/ranker";

/** The loss of a name. */
export async function lossByName(name: LossName): Promise<RankingLoss> {
  const losses = await import("@tierwise/losses");
  const makers: Readonly<Record<LossName, () => RankingLoss>> = {
    "pl-partition": losses.plPartitionLoss,
    "pl-lb": losses.plLowerBoundLoss,
    attrank: losses.attRankLoss,
    ranknet: losses.rankNetLoss,
    ranksvm: losses.rankSvmLoss,
    "pl-topk": losses.plTopKLoss,
  };
  return makers[name]();
}
