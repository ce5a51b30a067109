import { checkScores, type Scores } from "@tierwise/core-integrator";
import { exponential } from "@tierwise/core-integrator/passes";
import { roundingError } from "@tierwise/core-integrator/quadrature";
import { arrivalsAt } from "./engine/arrivals.ts";
import { type Integrand, integrate } from "./engine/integrate.ts";
import { layOutItems } from "./engine/race-items.ts";
import { squaredDifference } from "./engine/squared-difference.ts";
import { checkPlaces, checkTolerance, cutOff, cutOffError, DEFAULT_TOLERANCE } from "./engine/tolerance.ts";
import type { PlacesOptions } from "./rank-probabilities.ts";

/** A probability and its estimated error. */
export interface PairProbability {
  /** P(rank_i ≤ k and rank_j ≤ k). */
  readonly probability: number;
  /** The estimated absolute error. */
  readonly error: number;
  /** The number of nodes of the integral. */
  readonly evaluations: number;
}

/**
 * Returns the probability that two items are both among the first k items of a Plackett-Luce ranking. This requires that at most k − 2 of
 * the remaining items have arrived when the later of the two arrives, at time t:
 *
 *     ∫ (λ_i e^{−λ_i t} p_j + λ_j e^{−λ_j t} p_i) · P(at most k − 2 others have arrived by t) dt.
 *
 * @param scores - N finite scores.
 * @param i - The index of an item.
 * @param j - The index of another item.
 * @param options - `k`: the number of places.
 *
 * @example
 * ```ts
 * import { pairInTop } from "@tierwise/race";
 *
 * // Each of the six pairs of four equal items is equally likely.
 * console.log(pairInTop([0, 0, 0, 0], 0, 3, { k: 2 }).probability.toFixed(5)); // 0.16667
 * ```
 */
export function pairInTop(scores: Scores, i: number, j: number, options: PlacesOptions): PairProbability {
  const { k, tolerance = DEFAULT_TOLERANCE } = options;
  checkScores(scores);
  checkPlaces(k);
  checkTolerance(tolerance);
  checkItem("i", i, scores.length);
  checkItem("j", j, scores.length);
  if (i === j) throw new RangeError(`i and j are both ${i}; expected two different items`);
  if (k === 1) return { probability: 0, error: 0, evaluations: 0 };
  if (k >= scores.length) return { probability: 1, error: 0, evaluations: 0 };
  return integratePair(scores, i, j, k, tolerance);
}

function integratePair(scores: Scores, i: number, j: number, k: number, tolerance: number): PairProbability {
  const drop = cutOff(tolerance);
  // After k + 1 arrivals, the integrand is 0, because at least k − 1 of the arrived items are not in the pair.
  const items = layOutItems(scores, 0, scores.length, k + 1, drop, undefined, [i, j]);
  let earlier = 0;
  let latest = 0;
  const integrand: Integrand = {
    visit(y, weight) {
      const node = arrivalsAt(items, y, k - 1);
      if (node === undefined) return false;
      let remaining = 0;
      for (let m = node.low[node.active]; m <= node.high[node.active]; m++) remaining += node.product[m];
      if (remaining < Math.exp(-drop)) return false;
      const a = exponential(Math.min(scores[i] - items.top + y, 600));
      const b = exponential(Math.min(scores[j] - items.top + y, 600));
      latest += weight * remaining * (a * Math.exp(-a) * -Math.expm1(-b) + b * Math.exp(-b) * -Math.expm1(-a));
      return true;
    },
    fold() {
      earlier += latest;
      latest = 0;
    },
    errorOf: (step) => squaredDifference(step * earlier, step * latest),
  };
  const { step, error, evaluations } = integrate(items, integrand, drop, tolerance);
  return {
    probability: step * (earlier + latest),
    error: error + cutOffError(drop) + roundingError(8, items.middleCount + items.lightCount),
    evaluations,
  };
}

function checkItem(name: string, item: number, count: number): void {
  if (!Number.isInteger(item) || item < 0 || item >= count) {
    throw new RangeError(`${name} is ${item}; expected an integer from 0 to ${count - 1}`);
  }
}
