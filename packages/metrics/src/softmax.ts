/**
 * The choice probabilities for utilities u: softmax(u)_i = e^{u_i} / Σ_j e^{u_j}.
 *
 * @param utilities - One number per item, length N. `-Infinity` gives probability 0. NaN, `Infinity` and arrays of only `-Infinity` are
 * errors.
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
      throw new RangeError(`utilities[${i}] is ${utilities[i]}; expected a finite number or -Infinity`);
    }
    max = Math.max(max, utilities[i]);
  }
  if (utilities.length > 0 && max === Number.NEGATIVE_INFINITY) {
    throw new RangeError("utilities are all -Infinity; expected at least one finite value");
  }
  let sum = 0;
  const probabilities = Float64Array.from(utilities, (utility) => Math.exp(utility - max));
  for (const weight of probabilities) sum += weight;
  return probabilities.map((weight) => weight / sum);
}

/**
 * The mean squared error of the choice probabilities of estimated utilities: MSE = (1/N) Σ_i (softmax(u)_i − p_i)², as reported in
 * the simulation study. Adding a constant to all utilities does not change it.
 *
 * @param utilities - Estimated utilities u, length N, as accepted by {@link softmax}.
 * @param probabilities - True probabilities p, length N, nonnegative, with sum 1. For true utilities q, pass `softmax(q)`.
 * @returns The mean squared error; NaN for N = 0.
 *
 * @example
 * ```ts
 * import { softmaxMse } from "@tierwise/metrics";
 *
 * console.log(softmaxMse([5, 5], [0.75, 0.25])); // 0.0625
 * ```
 */
export function softmaxMse(utilities: ArrayLike<number>, probabilities: ArrayLike<number>): number {
  checkProbabilities(probabilities, utilities.length);
  let sum = 0;
  for (const [i, estimate] of softmax(utilities).entries()) sum += (estimate - probabilities[i]) ** 2;
  return sum / utilities.length;
}

function checkProbabilities(probabilities: ArrayLike<number>, length: number): void {
  if (probabilities.length !== length) {
    throw new RangeError(
      `probabilities has length ${probabilities.length}; expected ${length}, the length of utilities`,
    );
  }
  let sum = 0;
  for (let i = 0; i < length; i++) {
    if (!(probabilities[i] >= 0)) {
      throw new RangeError(`probabilities[${i}] is ${probabilities[i]}; expected a nonnegative number`);
    }
    sum += probabilities[i];
  }
  if (length > 0 && !(Math.abs(sum - 1) <= 1e-6)) throw new RangeError(`probabilities add up to ${sum}; expected 1`);
}
