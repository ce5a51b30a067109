import type { PairCounts } from "./pair-counts.ts";

/** The predicted and observed win probabilities of all pairs of items, from {@link winMatrix}. All matrices are N × N, row-major. */
export interface WinMatrix {
  /** The probability that item i is above item j under the model, with NaN on the diagonal. */
  readonly predicted: Float64Array;
  /** The share of the comparisons between items i and j that item i won, or NaN if there are no such comparisons. */
  readonly observed: Float64Array;
  /** The number of comparisons between items i and j; a symmetric matrix. */
  readonly counts: Float64Array;
}

/** P(i above j) = e^{u_i}/(e^{u_i} + e^{u_j}), without overflow. */
export function winProbabilityOf(difference: number): number {
  const smaller = Math.exp(-Math.abs(difference));
  return (difference > 0 ? 1 : smaller) / (1 + smaller);
}

/** Throws unless there is one finite utility per item. */
export function checkUtilities(utilities: ArrayLike<number>, itemCount: number): void {
  if (utilities.length !== itemCount) {
    throw new RangeError(`utilities has length ${utilities.length}; expected ${itemCount}, one per item`);
  }
  for (let i = 0; i < itemCount; i++) {
    if (!Number.isFinite(utilities[i])) {
      throw new RangeError(`utilities[${i}] is ${utilities[i]}; expected a finite number`);
    }
  }
}

/**
 * Computes the win probability of each item against every other item, both as predicted by the utilities, e^{u_i}/(e^{u_i} + e^{u_j}), and
 * as observed, with the number of comparisons. The result can be shown as a heat map.
 *
 * For preferences with large tiers, observed shares can differ from predicted ones even if the model is correct, because the pairs that a
 * preference separates depend on its outcome. For battles and full rankings, the two agree up to chance. Effects of controls are not part
 * of the predictions.
 *
 * @param pairs - The result of {@link pairCounts}.
 * @param utilities - One utility per item.
 *
 * @example
 * ```ts
 * import { pairCounts, winMatrix } from "@tierwise/aggregate";
 *
 * const preferences = [{ tiers: [[0], [1]] }, { tiers: [[1], [0]] }];
 * const pairs = pairCounts({ items: 2, preferences, weights: [3, 1] });
 * const { predicted, observed, counts } = winMatrix(pairs, [Math.log(2), 0]);
 * console.log(predicted[1].toFixed(2), observed[1], counts[1]); // 0.67 0.75 4
 * ```
 */
export function winMatrix({ itemCount: n, wins }: PairCounts, utilities: ArrayLike<number>): WinMatrix {
  checkUtilities(utilities, n);
  const predicted = new Float64Array(n * n).fill(Number.NaN);
  const observed = new Float64Array(n * n).fill(Number.NaN);
  const counts = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      if (i === j) continue;
      const at = i * n + j;
      predicted[at] = winProbabilityOf(utilities[i] - utilities[j]);
      counts[at] = wins[at] + wins[j * n + i];
      if (counts[at] > 0) observed[at] = wins[at] / counts[at];
    }
  }
  return { predicted, observed, counts };
}
