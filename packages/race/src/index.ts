export type { MetricValue } from "./engine/metric-row.ts";
export type { ToleranceOption } from "./engine/tolerance.ts";
export { type ExpectedMetricOptions, expectedMetric } from "./expected-metric.ts";
export { inclusionProbabilities } from "./inclusion-probabilities.ts";
export { dcg, exposure, type MetricOptions, precision, type RankMetric } from "./metric.ts";
export { type PairProbability, pairInTop } from "./pair-in-top.ts";
export { type PlacesOptions, type Probabilities, rankProbabilities } from "./rank-probabilities.ts";
