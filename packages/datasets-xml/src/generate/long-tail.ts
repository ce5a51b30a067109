import type { Random } from "@tierwise/random";

/** The weight of rank r = 0, 1, … in a long-tailed distribution: 1/(r + shift), Zipf's law with Mandelbrot's shift. */
export function longTailWeight(rank: number, shift: number): number {
  return 1 / (rank + shift);
}

/** The cumulative sums of weights, for {@link drawFrom}. */
export function cumulative(weights: Float64Array): Float64Array {
  let sum = 0;
  return weights.map((weight) => {
    sum += weight;
    return sum;
  });
}

/** Draws a position from `start` to `end − 1` in proportion to its weight, given the cumulative sums of the weights. */
export function drawFrom(sums: Float64Array, start: number, end: number, random: Random): number {
  const before = start === 0 ? 0 : sums[start - 1];
  const target = before + random() * (sums[end - 1] - before);
  let low = start;
  let high = end - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle] > target) high = middle;
    else low = middle + 1;
  }
  return low;
}
