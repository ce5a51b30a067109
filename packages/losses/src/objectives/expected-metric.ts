import type { Scores } from "@tierwise/core-integrator";
import { badScore, isScore } from "@tierwise/core-integrator/passes";
import { dcg, precision, type RankMetric } from "@tierwise/race";
import { type GainList, metricRow } from "@tierwise/race/rows";
import type { LossSpec } from "../loss/loss-spec.ts";
import { fromRowLoss, type RankingLoss, type RowLoss } from "../loss/ranking-loss.ts";
import { gatherGains, newGainedRow } from "./tier-gains.ts";

/** Options for {@link expectedDcgLoss} and {@link expectedPrecisionLoss}. */
export interface ExpectedMetricLossOptions {
  /** The number of places that count, at least 1. */
  readonly k: number;
  /**
   * A factor that multiplies the scores before rankings are drawn; larger values bring the rankings closer to the order by score.
   * Scores trained with PL-Partition also express how uncertain a ranking is. With a factor of 1, training first reduces this uncertainty
   * instead of improving the ranking. Default: 1.
   */
  readonly sharpness?: number;
}

const TOLERANCE = 1e-12;

/**
 * One minus the expected nDCG@k of a ranking drawn from the Plackett-Luce model with scores w:
 *
 *     1 − (1/IDCG@k) · Σ_i gain_i · Σ_{r≤k} P(rank_i = r)/log₂(r + 1).
 *
 * Tier m of M has relevance M − m and gain 2^{M−m} − 1, so the lowest tier has gain 0; IDCG@k is the largest DCG@k of any ranking. The
 * expectation and its gradient are exact, not sampled (`expectedMetric` in `@tierwise/race`). The loss is between 0 and 1 (1 if no item has
 * a gain) and not convex: minimize it after a convex loss such as {@link plPartitionLoss}.
 *
 * @param options - `k`, the number of places that count, and `sharpness`.
 *
 * @example
 * ```ts
 * import { expectedDcgLoss } from "@tierwise/losses";
 *
 * const gradient = new Float64Array(4);
 * console.log(expectedDcgLoss({ k: 2 })([2, 1, 0, -1], { tiers: [[0, 1]] }, gradient).toFixed(5)); // 0.17309
 * console.log(Array.from(gradient, (g) => g.toFixed(5)).join(" ")); // -0.04172 -0.08274 0.08993 0.03453
 * ```
 */
export function expectedDcgLoss(options: ExpectedMetricLossOptions): RankingLoss {
  const loss = expectedLoss(dcg(options), "ideal", options);
  return fromRowLoss(loss, { spec: { name: "expected-dcg", ...options } satisfies LossSpec });
}

/**
 * One minus the expected P@k of a ranking drawn from the Plackett-Luce model with scores w: the items above the lowest tier are relevant,
 *
 *     1 − (1/k) · Σ_{i relevant} P(rank_i ≤ k).
 *
 * Use {@link expectedDcgLoss} if the order of the first k places matters, or if there are more than two tiers.
 *
 * @param options - `k`, the number of places that count, and `sharpness`.
 *
 * @example
 * ```ts
 * import { expectedPrecisionLoss } from "@tierwise/losses";
 *
 * // One of four equal items is relevant and is among the first two half of the time: 1 − (1/2)·(1/2).
 * console.log(expectedPrecisionLoss({ k: 2 })([0, 0, 0, 0], { tiers: [[3]] }).toFixed(5)); // 0.75000
 * ```
 */
export function expectedPrecisionLoss(options: ExpectedMetricLossOptions): RankingLoss {
  const loss = expectedLoss(precision(options), "places", options);
  return fromRowLoss(loss, { spec: { name: "expected-precision", ...options } satisfies LossSpec });
}

/** One minus the expected metric, either with graded gains and divided by its maximum ("ideal") or with gains of 1 ("places"). */
function expectedLoss(
  { weights }: RankMetric,
  normalize: "ideal" | "places",
  { sharpness = 1 }: ExpectedMetricLossOptions,
): RowLoss {
  if (!(sharpness > 0 && sharpness < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`sharpness is ${sharpness}; expected a positive number`);
  }
  const row = newGainedRow();
  let sharpened = new Float64Array(0);
  if (sharpness === 1) return evaluate;
  return (scores, at, preferences, p, gradient, weight = 1) => {
    const { itemCount } = preferences;
    if (sharpened.length < itemCount) sharpened = new Float64Array(itemCount);
    for (let i = 0; i < itemCount; i++) sharpened[i] = sharpness * scores[at + i];
    const part = gradient?.subarray(at, at + itemCount);
    return evaluate(sharpened, 0, preferences, p, part, sharpness * weight);
  };

  function evaluate(...[scores, at, preferences, p, gradient, weight = 1]: Parameters<RowLoss>): number {
    gatherGains(row, preferences, p, normalize === "ideal");
    checkNamed(scores, at, row.list);
    const { itemCount } = preferences;
    if (row.list.count === 0) {
      gradient?.fill(0, at, at + itemCount);
      return 1;
    }
    const ideal = normalize === "ideal" ? idealValue(row.list, weights) : 1;
    const factor = -weight / ideal;
    const observed = preferences.restIsLowest[p] === 1 ? itemCount : row.observedCount;
    const places = weights.subarray(0, Math.min(weights.length, observed));
    if (observed === itemCount) {
      return 1 - metricRow(scores, at, itemCount, row.list, places, TOLERANCE, gradient, factor).value / ideal;
    }
    return 1 - observedOnly(scores, at, itemCount, row, places, gradient, factor) / ideal;
  }

  /** The expected metric of a race between only the named items. */
  function observedOnly(
    scores: Scores,
    at: number,
    itemCount: number,
    gained: typeof row,
    places: Float64Array,
    gradient: Float32Array | Float64Array | undefined,
    factor: number,
  ): number {
    const { observed, observedCount, compact, compactGradient, compactList } = gained;
    for (let i = 0; i < observedCount; i++) compact[i] = scores[at + observed[i]];
    const part = gradient && compactGradient;
    const { value } = metricRow(compact, 0, observedCount, compactList, places, TOLERANCE, part, factor);
    if (gradient !== undefined) {
      gradient.fill(0, at, at + itemCount);
      for (let i = 0; i < observedCount; i++) gradient[at + observed[i]] = compactGradient[i];
    }
    return value;
  }
}

function checkNamed(scores: Scores, at: number, { count, items }: GainList): void {
  for (let i = 0; i < count; i++) {
    if (!isScore(scores[at + items[i]])) throw badScore(scores, at + items[i], "scores");
  }
}

/** The metric of the best ranking; gains are listed in descending order. */
function idealValue({ count, gains }: GainList, weights: Float64Array): number {
  let sum = 0;
  for (let r = 0; r < Math.min(count, weights.length); r++) sum += gains[r] * weights[r];
  return sum;
}
