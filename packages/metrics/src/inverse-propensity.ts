/** The constants of the propensity model, which depend on how a dataset was labeled. */
export interface PropensityModel {
  /** A: 0.5 for Wikipedia data, 0.6 for Amazon data. Default: 0.55. */
  readonly a?: number;
  /** B: 0.4 for Wikipedia data, 2.6 for Amazon data. Default: 1.5. */
  readonly b?: number;
}

/**
 * The weights of labels in propensity-scored metrics: one over the probability that a relevant label was recorded.
 *
 *     1/p_l = 1 + C·(N_l + B)^(−A),   C = (ln N_train − 1)·(B + 1)^A
 *
 * Rare labels have the largest weights. With fewer than three training rows, C is negative and the model is meaningless.
 *
 * Jain, Prabhu and Varma (2016), Extreme multi-label loss functions for recommendation, tagging, ranking and other missing
 * label applications, KDD, equation 2.
 *
 * @param labelCounts - N_l, the number of training rows in which each label occurs; one number per label.
 * @param trainSize - N_train, the number of training rows, including those without labels.
 * @param model - The constants A and B.
 * @returns The weight of each label.
 *
 * @example
 * ```ts
 * import { inversePropensity } from "@tierwise/metrics";
 *
 * const weights = inversePropensity([1000, 10, 0], 12_920);
 * console.log(Array.from(weights, (w) => w.toFixed(5)).join(" ")); // 1.31348 4.65754 12.21301
 * ```
 */
export function inversePropensity(
  labelCounts: ArrayLike<number>,
  trainSize: number,
  { a = 0.55, b = 1.5 }: PropensityModel = {},
): Float64Array {
  checkLabelCounts(labelCounts);
  if (!(trainSize >= 1 && trainSize < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`trainSize is ${trainSize}; expected a number of at least 1`);
  }
  if (!(a >= 0 && a < Number.POSITIVE_INFINITY)) throw new RangeError(`a is ${a}; expected a nonnegative number`);
  if (!(b > 0 && b < Number.POSITIVE_INFINITY)) throw new RangeError(`b is ${b}; expected a positive number`);
  const c = (Math.log(trainSize) - 1) * (b + 1) ** a;
  return Float64Array.from(labelCounts, (count) => 1 + c * (count + b) ** -a);
}

/** Throws unless all elements are nonnegative integers. The error names the first invalid element. */
export function checkLabelCounts(labelCounts: ArrayLike<number>): void {
  if (!Number.isInteger(labelCounts?.length)) {
    throw new TypeError(`labelCounts is ${labelCounts}; expected one count per label`);
  }
  for (let label = 0; label < labelCounts.length; label++) {
    const count = labelCounts[label];
    if (!Number.isInteger(count) || count < 0) {
      throw new RangeError(`labelCounts[${label}] is ${count}; expected a nonnegative integer`);
    }
  }
}
