import {
  attRankLoss,
  plLowerBoundLoss,
  plPartitionLoss,
  plTopKLoss,
  type RankingLoss,
  rankNetLoss,
  rankSvmLoss,
} from "@tierwise/losses";

/** The methods of the study, by the paper's names. PL-TopK is the oracle: it alone knows the order inside tiers. */
export type Method = "PL-Partition" | "PL-LB" | "AttRank" | "RankNet" | "RankSVM" | "PL-TopK";

const losses: Readonly<Record<Method, () => RankingLoss>> = {
  "PL-Partition": plPartitionLoss,
  "PL-LB": plLowerBoundLoss,
  AttRank: attRankLoss,
  RankNet: rankNetLoss,
  RankSVM: rankSvmLoss,
  "PL-TopK": plTopKLoss,
};

/** All six, PL-Partition first and the oracle last. */
export const methods: readonly Method[] = Object.keys(losses) as Method[];

/** The objective that a method minimizes. */
export function lossOf(method: Method): RankingLoss {
  const make = losses[method];
  if (make === undefined) {
    throw new RangeError(`method is ${JSON.stringify(method)}; expected one of ${methods.join(", ")}`);
  }
  return make();
}
