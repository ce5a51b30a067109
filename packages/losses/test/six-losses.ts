import {
  attRankLoss,
  type NegativesOption,
  plLowerBoundLoss,
  plPartitionLoss,
  plTopKLoss,
  type RankingLoss,
  rankNetLoss,
  rankSvmLoss,
} from "../src/index.ts";

/** The factories by the paper's names. */
export const factories: Readonly<Record<string, (options?: NegativesOption) => RankingLoss>> = {
  "PL-Partition": plPartitionLoss,
  "PL-LB": plLowerBoundLoss,
  AttRank: attRankLoss,
  "PL-TopK": plTopKLoss,
  RankNet: rankNetLoss,
  RankSVM: rankSvmLoss,
};

/** One of each. */
export const sixLosses: readonly (readonly [string, RankingLoss])[] = Object.entries(factories).map(
  ([name, make]) => [name, make()] as const,
);
