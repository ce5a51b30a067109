import type { Random } from "@tierwise/random";

/** The weight of rank r = 0, 1, … in a long tail: 1/(r + shift), Zipf's law with Mandelbrot's shift. */
export function longTailWeight(rank: number, shift: number): number {
  return 1 / (rank + shift);
}

/** The running sum of weights, so that a uniform number finds its place. */
export function cumulative(weights: Float64Array): Float64Array {
  let sum = 0;
  return weights.map((weight) => {
    sum += weight;
    return sum;
  });
}

/** The first position from `start` on, below `end`, whose running sum exceeds a uniform share of the sum at `end`. */
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
