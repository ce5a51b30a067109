/**
 * The `q`-quantile of values in ascending order, by linear interpolation between neighbors.
 *
 * @param sorted - At least one value, ascending.
 * @param q - The fraction of values below the result, from 0 to 1.
 *
 * @example
 * ```ts
 * import { quantile } from "@tierwise/studies";
 *
 * console.log(quantile([1, 2, 4, 8], 0.25)); // 1.75
 * ```
 */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  const at = q * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

/**
 * The median of values in any order.
 *
 * @param values - At least one value.
 *
 * @example
 * ```ts
 * import { medianOf } from "@tierwise/studies";
 *
 * console.log(medianOf([5, 1, 2])); // 2
 * ```
 */
export function medianOf(values: ArrayLike<number>): number {
  return quantile(Float64Array.from(values).sort(), 0.5);
}
