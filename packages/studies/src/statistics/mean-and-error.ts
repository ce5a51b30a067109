/** A mean with its standard error. */
export interface MeanAndError {
  /** The mean. */
  readonly mean: number;
  /** The standard error; undefined if there is only one value. */
  readonly standardError: number | undefined;
}

/**
 * The mean of k values and its standard error s/√k, s² = Σ (x − mean)²/(k − 1).
 *
 * @param values - At least one value, such as one per seed.
 *
 * @example
 * ```ts
 * import { meanAndError } from "@tierwise/studies";
 *
 * console.log(meanAndError([1, 2, 3])); // { mean: 2, standardError: 0.5773502691896257 }
 * console.log(meanAndError([5])); // { mean: 5, standardError: undefined }
 * ```
 */
export function meanAndError(values: readonly number[]): MeanAndError {
  const center = mean(values);
  if (values.length < 2) return { mean: center, standardError: undefined };
  const variance = values.reduce((sum, value) => sum + (value - center) ** 2, 0) / (values.length - 1);
  return { mean: center, standardError: Math.sqrt(variance / values.length) };
}

/** The arithmetic mean. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
