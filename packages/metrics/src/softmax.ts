/**
 * The choice probabilities that belong to utilities: softmax(u)_i = e^{u_i} / Σ_j e^{u_j}.
 *
 * @param utilities - One number per item, length N. `-Infinity` gives probability 0; NaN, `Infinity` and an array with nothing
 * above `-Infinity` have no softmax and are errors.
 * @returns Probabilities, length N.
 *
 * @example
 * ```ts
 * import { softmax } from "@tierwise/metrics";
 *
 * console.log(softmax([Math.log(6), Math.log(3), 0]).map((p) => Number(p.toFixed(5))).join(" ")); // 0.6 0.3 0.1
 * ```
 */
export function softmax(utilities: ArrayLike<number>): Float64Array {
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < utilities.length; i++) {
    if (!(utilities[i] < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`utilities[${i}] is ${utilities[i]}; expected a number below Infinity`);
    }
    max = Math.max(max, utilities[i]);
  }
  if (utilities.length > 0 && max === Number.NEGATIVE_INFINITY) {
    throw new RangeError("utilities are all -Infinity; expected at least one above it");
  }
  let sum = 0;
  const probabilities = Float64Array.from(utilities, (utility) => Math.exp(utility - max));
  for (const weight of probabilities) sum += weight;
  return probabilities.map((weight) => weight / sum);
}
