import { checkScores, type Scores } from "@tierwise/core-integrator";
import { topK } from "@tierwise/metrics";
import { gumbel, type Random } from "@tierwise/random";

/** Options for {@link samplePlackettLuce}. */
export interface SampleOptions {
  /** The number of places to draw. Default: all places. */
  readonly top?: number;
}

/**
 * Draws a ranking, best first, from the Plackett-Luce model with scores w (equation 1): each place goes to one of the remaining items with
 * probability e^{w_i}/Σ e^{w_j}. Adds a Gumbel variate to every score and sorts by the sums (Yellott 1977). Cost: O(N + top·log top).
 *
 * To draw many rankings from the same scores, use {@link plackettLuceSampler}, which is faster.
 *
 * @param scores - N finite scores.
 * @param random - The source of uniform numbers, of which N are used.
 * @param options - `top`: the number of places, from 0 to N.
 * @returns Item indices, best first.
 *
 * @example
 * ```ts
 * import { randomStream } from "@tierwise/random";
 * import { samplePlackettLuce } from "@tierwise/sim";
 *
 * const scores = [3, 0, 0, 0, -3];
 * console.log(samplePlackettLuce(scores, randomStream(1)).join(" ")); // 0 3 1 2 4
 * console.log(samplePlackettLuce(scores, randomStream(2), { top: 2 }).join(" ")); // 0 3
 * ```
 */
export function samplePlackettLuce(
  scores: Scores,
  random: Random,
  { top = scores.length }: SampleOptions = {},
): Int32Array {
  checkScores(scores);
  checkTop(top, scores.length);
  const keys = new Float64Array(scores.length);
  for (let i = 0; i < keys.length; i++) keys[i] = scores[i] + gumbel(random);
  return topK(keys, top);
}

/** Throws unless `top` is an integer from 0 to `itemCount`. */
export function checkTop(top: number, itemCount: number): void {
  if (!Number.isInteger(top) || top < 0 || top > itemCount) {
    throw new RangeError(`top is ${top}; expected an integer from 0 to ${itemCount}, the number of items`);
  }
}
