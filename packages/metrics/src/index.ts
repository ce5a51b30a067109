export { type AllowedItems, allowedItems } from "./allowed-items.ts";
export { type EvaluateOptions, type EvaluationRows, evaluate } from "./evaluate.ts";
export { createEvaluator, type Evaluator, type EvaluatorOptions, type EvaluatorState } from "./evaluator.ts";
export { type EvaluatorChoices, evaluatorOptionsFor } from "./evaluator-options-for.ts";
export { type FrequencyShares, frequencyGroups, type ItemGroups } from "./frequency-groups.ts";
export type { GradedConventions } from "./graded/conventions.ts";
export {
  createGradedEvaluator,
  type GradedEvaluator,
  type GradedEvaluatorOptions,
  type GradedListMetrics,
  type GradedMetrics,
} from "./graded/graded-evaluator.ts";
export { type PairedTest, pairedTest } from "./graded/paired-test.ts";
export { inversePropensity, type PropensityModel } from "./inverse-propensity.ts";
export { type AtK, type GroupMetrics, type MetricName, type Metrics, metricTitles } from "./metrics.ts";
export type { Model, Rankings, RankOptions, RankProgress } from "./model.ts";
export { type PopularityOptions, popularityModel } from "./popularity-model.ts";
export { kendallTau, spearman } from "./rank-correlation.ts";
export { rankRows, type ScoredRows } from "./rank-rows.ts";
export { softmax, softmaxMse } from "./softmax.ts";
export type { PsndcgConvention } from "./tallies.ts";
export { topK } from "./top-k.ts";
