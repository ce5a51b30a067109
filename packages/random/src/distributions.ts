import type { Random } from "./random-stream.ts";

/**
 * Draws a standard normal variate (Box and Muller 1958).
 *
 * @param random - The source of uniform numbers; two are used.
 */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
}

/**
 * Draws a standard Gumbel variate, −log(−log u). Sorting items by score plus a Gumbel variate gives a Plackett-Luce ranking (Yellott 1977).
 *
 * @param random - The source of uniform numbers; one is used.
 */
export function gumbel(random: Random): number {
  return -Math.log(-Math.log(random()));
}

/**
 * Draws a Poisson variate: the number of arrivals of a unit-rate process before time `mean`.
 *
 * @param mean - The mean, a nonnegative number.
 * @param random - The source of uniform numbers; about `mean` are used.
 */
export function poisson(mean: number, random: Random): number {
  const wait = (): number => -Math.log(random());
  let count = 0;
  for (let time = wait(); time < mean; time += wait()) count++;
  return count;
}

/**
 * Draws a permutation of 0 … count − 1 by the Fisher-Yates method, which makes all permutations equally likely.
 *
 * @param count - The number of entries.
 * @param random - The source of uniform numbers; count − 1 are used.
 *
 * @example
 * ```ts
 * import { randomPermutation, randomStream } from "@tierwise/random";
 *
 * console.log(randomPermutation(5, randomStream(1)).join(" ")); // 2 1 4 0 3
 * ```
 */
export function randomPermutation(count: number, random: Random): Int32Array {
  const order = Int32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const swap = order[i];
    order[i] = order[j];
    order[j] = swap;
  }
  return order;
}

/** The two parts of a random split, each in ascending order. */
export interface RandomSplit {
  /** The indices that are held out. */
  readonly held: Int32Array;
  /** All other indices. */
  readonly rest: Int32Array;
}

/**
 * Splits 0 … count − 1 at random: every subset of `heldCount` indices is equally likely to be held out.
 *
 * @param count - The number of indices.
 * @param heldCount - The number of indices to hold out, from 0 to count.
 * @param random - The source of uniform numbers; count − 1 are used.
 *
 * @example
 * ```ts
 * import { randomSplit, randomStream } from "@tierwise/random";
 *
 * const { held, rest } = randomSplit(5, 2, randomStream(1));
 * console.log(held.join(" "), "|", rest.join(" ")); // 1 2 | 0 3 4
 * ```
 */
export function randomSplit(count: number, heldCount: number, random: Random): RandomSplit {
  const order = randomPermutation(count, random);
  return { held: order.slice(0, heldCount).sort(), rest: order.slice(heldCount).sort() };
}
