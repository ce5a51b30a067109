export { type LossEntry, type LossTitle, lossCatalog, lossNameOf, lossNames } from "./catalog.ts";
export { checkLossSpec, createLoss, type LossResources } from "./create-loss.ts";
export { type LossRowsOptions, lossRows, rowLoss } from "./loss/loss-rows.ts";
export type { LossName, LossSpec, MetricLossName, NegativesSpec } from "./loss/loss-spec.ts";
export type { RankingLoss, RowLoss, SharedLoss, SharedLossOptions } from "./loss/ranking-loss.ts";
export { sharedLoss } from "./loss/shared-loss.ts";
export type { ItemWeightsOption, NegativeSampling, NegativesOption } from "./negatives/negative-sampling.ts";
export { attRankLoss } from "./objectives/att-rank.ts";
export {
  type ExpectedMetricLossOptions,
  expectedDcgLoss,
  expectedPrecisionLoss,
} from "./objectives/expected-metric.ts";
export { plLowerBoundLoss } from "./objectives/pl-lower-bound.ts";
export { type PlPartitionOptions, plPartitionLoss } from "./objectives/pl-partition.ts";
export { plTopKLoss } from "./objectives/pl-top-k.ts";
export { rankNetLoss } from "./objectives/rank-net.ts";
export { rankSvmLoss } from "./objectives/rank-svm.ts";
