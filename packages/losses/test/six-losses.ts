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

/** The factories, by the names used in the paper. */
export const factories: Readonly<Record<string, (options?: NegativesOption) => RankingLoss>> = {
  "PL-Partition": plPartitionLoss,
  "PL-LB": plLowerBoundLoss,
  AttRank: attRankLoss,
  "PL-TopK": plTopKLoss,
  RankNet: rankNetLoss,
  RankSVM: rankSvmLoss,
};

/** One loss of each kind. */
export const sixLosses: readonly (readonly [string, RankingLoss])[] = Object.entries(factories).map(
  ([name, make]) => [name, make()] as const,
);
