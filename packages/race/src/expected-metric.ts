import { checkScores, type Scores } from "@tierwise/core-integrator";
import { type MetricValue, metricRow } from "./engine/metric-row.ts";
import { checkTolerance, DEFAULT_TOLERANCE, type ToleranceOption } from "./engine/tolerance.ts";
import type { RankMetric } from "./metric.ts";

/** Options for {@link expectedMetric}. */
export interface ExpectedMetricOptions extends ToleranceOption {
  /** The metric: {@link dcg}, {@link precision} or {@link exposure}. */
  readonly metric: RankMetric;
  /** An array of N entries that receives the gradient with respect to the scores. Default: no gradient is computed. */
  readonly gradient?: Float64Array;
}

/**
 * Returns the expectation of a ranking metric under the Plackett-Luce model, and its gradient, without sampling:
 *
 *     V = Σ_i gain_i · Σ_r weight_r · P(rank_i = r).
 *
 * Value and gradient together cost O(1) per item that is unlikely to be among the first k, and O(k) per node of the integral for
 * every other item.
 *
 * @param scores - N finite scores.
 * @param gains - N finite gains, often 0 for most items.
 * @param options - The metric, the output gradient, and the tolerance.
 *
 * @example
 * ```ts
 * import { dcg, expectedMetric } from "@tierwise/race";
 *
 * const gradient = new Float64Array(4);
 * const { value } = expectedMetric([2, 1, 0, -1], [1, 0, 1, 0], { metric: dcg({ k: 2 }), gradient });
 * console.log(value.toFixed(5)); // 1.02772
 * console.log(Array.from(gradient, (g) => g.toFixed(5)).join(" ")); // 0.10159 -0.18022 0.11262 -0.03400
 * ```
 */
export function expectedMetric(scores: Scores, gains: Scores, options: ExpectedMetricOptions): MetricValue {
  const { metric, gradient, tolerance = DEFAULT_TOLERANCE } = options;
  const itemCount = scores.length;
  checkScores(scores);
  checkScores(gains, "gains");
  checkTolerance(tolerance);
  checkLength("gains", gains.length, itemCount);
  if (gradient !== undefined) checkLength("gradient", gradient.length, itemCount);
  const items = new Int32Array(itemCount);
  const values = new Float64Array(itemCount);
  let count = 0;
  for (let i = 0; i < itemCount; i++) {
    if (gains[i] === 0) continue;
    items[count] = i;
    values[count++] = gains[i];
  }
  const weights = metric.weights.subarray(0, Math.min(metric.weights.length, itemCount));
  if (count === 0 || itemCount === 0) {
    gradient?.fill(0);
    return { value: 0, error: 0, evaluations: 0 };
  }
  return metricRow(scores, 0, itemCount, { count, items, gains: values }, weights, tolerance, gradient, 1);
}

function checkLength(name: string, length: number, expected: number): void {
  if (length !== expected) {
    throw new RangeError(`${name} has length ${length}; expected ${expected}, one per score`);
  }
}
