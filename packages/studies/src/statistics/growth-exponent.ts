import { mean } from "./mean-and-error.ts";

/**
 * The exponent p of the least-squares line log y = p·log x + c: how y grows with x.
 *
 * @param x - Positive numbers, not all equal.
 * @param y - Positive numbers, one per entry of x.
 *
 * @example
 * ```ts
 * import { growthExponent } from "@tierwise/studies";
 *
 * console.log(growthExponent([1, 10, 100], [5, 0.5, 0.05]).toFixed(3)); // -1.000
 * ```
 */
export function growthExponent(x: readonly number[], y: readonly number[]): number {
  const u = x.map(Math.log);
  const v = y.map(Math.log);
  const meanU = mean(u);
  const meanV = mean(v);
  let covariance = 0;
  let variance = 0;
  for (let i = 0; i < u.length; i++) {
    covariance += (u[i] - meanU) * (v[i] - meanV);
    variance += (u[i] - meanU) ** 2;
  }
  return covariance / variance;
}
