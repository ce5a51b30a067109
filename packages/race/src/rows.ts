/**
 * Expected metrics on rows of a batch, for losses that allocate nothing.
 *
 * @module
 */
export { type GainList, type MetricValue, metricRow } from "./engine/metric-row.ts";
