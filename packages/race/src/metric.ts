import { checkPlaces } from "./engine/tolerance.ts";

/** A metric that is linear in the gains: Σ_i gain_i · (weight of item i's place). */
export interface RankMetric {
  /** The name of the metric. */
  readonly name: string;
  /** The weights of places 1, 2, …; later places have weight 0. */
  readonly weights: Float64Array;
}

/** Options for {@link dcg} and {@link precision}. */
export interface MetricOptions {
  /** The number of places that count, at least 1. */
  readonly k: number;
}

/**
 * DCG@k: place r ≤ k has weight 1/log₂(r + 1).
 *
 * @param options - `k`: the number of places that count.
 *
 * @example
 * ```ts
 * import { dcg } from "@tierwise/race";
 *
 * console.log(Array.from(dcg({ k: 3 }).weights, (w) => w.toFixed(4)).join(" ")); // 1.0000 0.6309 0.5000
 * ```
 */
export function dcg({ k }: MetricOptions): RankMetric {
  checkPlaces(k);
  return { name: `dcg@${k}`, weights: new Float64Array(k).map((_, r) => 1 / Math.log2(r + 2)) };
}

/**
 * P@k: each of the first k places has weight 1/k.
 *
 * @param options - `k`: the number of places that count.
 *
 * @example
 * ```ts
 * import { precision } from "@tierwise/race";
 *
 * console.log(precision({ k: 4 }).weights.join(" ")); // 0.25 0.25 0.25 0.25
 * ```
 */
export function precision({ k }: MetricOptions): RankMetric {
  checkPlaces(k);
  return { name: `precision@${k}`, weights: new Float64Array(k).fill(1 / k) };
}

/**
 * Exposure: place r has a weight of your choice, such as the probability that a reader looks there.
 *
 * @param weights - The weights of places 1, 2, …, at least one; later places have weight 0.
 *
 * @example
 * ```ts
 * import { expectedMetric, exposure } from "@tierwise/race";
 *
 * // The exposure of item 1 if readers see the first place always and the second half of the time.
 * const { value } = expectedMetric([0, 0, 0], [0, 1, 0], { metric: exposure([1, 0.5]) });
 * console.log(value.toFixed(5)); // 0.50000
 * ```
 */
export function exposure(weights: ArrayLike<number>): RankMetric {
  if (weights.length === 0) throw new RangeError("weights is empty; expected the weight of at least one place");
  for (let r = 0; r < weights.length; r++) {
    if (!Number.isFinite(weights[r])) {
      throw new RangeError(`weights[${r}] is ${weights[r]}; expected a finite number`);
    }
  }
  return { name: "exposure", weights: Float64Array.from(weights) };
}
