export { createEvaluator, type Evaluator, type EvaluatorOptions, type EvaluatorState } from "./evaluator.ts";
export { type FrequencyShares, frequencyGroups, type ItemGroups } from "./frequency-groups.ts";
export { inversePropensity, type PropensityModel } from "./inverse-propensity.ts";
export type { AtK, GroupMetrics, Metrics } from "./metrics.ts";
export type { Model, Rankings, RankOptions, RankProgress } from "./model.ts";
export { kendallTau, spearman } from "./rank-correlation.ts";
export { softmax, softmaxMse } from "./softmax.ts";
export type { PsndcgConvention } from "./tallies.ts";
export { topK } from "./top-k.ts";
