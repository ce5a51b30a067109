import { checkPaired } from "./paired.ts";
import { topK } from "./top-k.ts";

/**
 * Spearman's rank correlation ρ: Pearson's correlation of the ranks, where tied items share the mean of the ranks they take up
 * (mid-ranks). Without ties it is 1 − 6 Σ d_i²/(N(N² − 1)), d_i the difference of an item's two ranks. O(N log N).
 *
 * @param x - One number per item, length N; only their order matters, and NaN is an error.
 * @param y - The same of another ranking.
 * @returns From −1 (reversed) to 1 (the same order); NaN where `x` or `y` is constant or N < 2.
 *
 * @example
 * ```ts
 * import { spearman } from "@tierwise/metrics";
 *
 * console.log(spearman([1, 2, 3, 4], [1, 3, 2, 4]).toFixed(5)); // 0.80000
 * ```
 */
export function spearman(x: ArrayLike<number>, y: ArrayLike<number>): number {
  checkPaired(x, y);
  const xRanks = centredRanks(x);
  const yRanks = centredRanks(y);
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let i = 0; i < xRanks.length; i++) {
    xx += xRanks[i] ** 2;
    yy += yRanks[i] ** 2;
    xy += xRanks[i] * yRanks[i];
  }
  return xy / Math.sqrt(xx * yy);
}

/** Mid-ranks, counted from the middle: they have sum 0, and are exact multiples of ½. */
function centredRanks(values: ArrayLike<number>): Float64Array {
  const order = topK(values, values.length);
  const ranks = new Float64Array(values.length);
  for (let from = 0, to = 1; to <= order.length; to++) {
    if (to < order.length && values[order[to]] === values[order[from]]) continue;
    const midRank = (from + to - order.length) / 2;
    for (; from < to; from++) ranks[order[from]] = midRank;
  }
  return ranks;
}
