/**
 * Expected metrics for the rows of a batch, for losses that allocate no memory.
 *
 * @module
 */
export { type GainList, type MetricValue, metricRow } from "./engine/metric-row.ts";
