export { attRankLoss } from "./att-rank.ts";
export { type LossRowsOptions, lossRows, rowLoss } from "./loss-rows.ts";
export type { NegativeSampling, NegativesOption } from "./negatives/negative-sampling.ts";
export { plLowerBoundLoss } from "./pl-lower-bound.ts";
export { type PlPartitionOptions, plPartitionLoss } from "./pl-partition.ts";
export { plTopKLoss } from "./pl-top-k.ts";
export { rankNetLoss } from "./rank-net.ts";
export { rankSvmLoss } from "./rank-svm.ts";
export type { RankingLoss, RowLoss } from "./ranking-loss.ts";
