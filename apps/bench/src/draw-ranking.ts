import { gumbel, type Random } from "@tierwise/random";

/** A full ranking drawn from the Plackett-Luce model: scores perturbed by Gumbel noise, sorted. */
export function drawRanking(scores: Float64Array, random: Random): Int32Array {
  const keys = scores.map((w) => w + gumbel(random));
  return Int32Array.from(keys.keys()).sort((i, j) => keys[j] - keys[i]);
}
