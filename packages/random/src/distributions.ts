import type { Random } from "./random-stream.ts";

/**
 * A standard normal number (Box and Muller 1958).
 *
 * @param random - Where the uniform numbers come from; two are taken.
 */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
}

/**
 * A standard Gumbel number, −log(−log u). Scores plus Gumbel numbers, sorted, are a Plackett-Luce ranking (Yellott 1977).
 *
 * @param random - Where the uniform number comes from.
 */
export function gumbel(random: Random): number {
  return -Math.log(-Math.log(random()));
}

/**
 * A Poisson number: how many arrivals of unit rate come before `mean`. It takes about `mean` uniform numbers.
 *
 * @param mean - At least 0.
 * @param random - Where the uniform numbers come from.
 */
export function poisson(mean: number, random: Random): number {
  const wait = (): number => -Math.log(random());
  let count = 0;
  for (let time = wait(); time < mean; time += wait()) count++;
  return count;
}

/**
 * A random order of 0 … count − 1, each as likely as any other (Fisher and Yates).
 *
 * @param count - How many.
 * @param random - Where the uniform numbers come from; count − 1 are taken.
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
