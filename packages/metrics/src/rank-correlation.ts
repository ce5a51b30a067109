import { topK } from "./top-k.ts";

/**
 * Kendall's rank correlation τ_b, which accounts for ties: (C − D)/√((n₀ − n_x)(n₀ − n_y)), where C and D are the numbers of pairs of items
 * that `x` and `y` put in the same and in opposite order, n₀ = N(N − 1)/2 is the number of all pairs, and n_x and n_y are the numbers of
 * pairs tied in `x` and in `y`.
 *
 * O(N log N): D is the number of adjacent exchanges that sort `y` after the items have been sorted by `x`. Knight (1966), A computer method
 * for calculating Kendall's tau with ungrouped data, JASA 61.
 *
 * @param x - One number per item, length N; only their order matters, and NaN is an error.
 * @param y - The numbers to compare with, length N.
 * @returns A number from −1 (reversed order) to 1 (same order); NaN if `x` or `y` is constant or N < 2.
 *
 * @example
 * ```ts
 * import { kendallTau } from "@tierwise/metrics";
 *
 * console.log(kendallTau([1, 2, 3, 4], [1, 3, 2, 4]).toFixed(5)); // 0.66667
 * ```
 */
export function kendallTau(x: ArrayLike<number>, y: ArrayLike<number>): number {
  checkPaired(x, y);
  const n = x.length;
  const order = topK(x, n);
  const xs = Float64Array.from(order, (item) => x[item]);
  const ys = Float64Array.from(order, (item) => y[item]);
  let tiedInBoth = 0;
  for (let from = 0, to = 1; to <= n; to++) {
    if (to < n && xs[to] === xs[from]) continue;
    const run = ys.subarray(from, to).sort().reverse();
    tiedInBoth += tiedPairs(run);
    from = to;
  }
  const discordant = sortDescending(ys);
  const pairs = (n * (n - 1)) / 2;
  const untiedInX = pairs - tiedPairs(xs);
  const untiedInY = pairs - tiedPairs(ys);
  const concordant = untiedInX + untiedInY - pairs + tiedInBoth - discordant;
  return (concordant - discordant) / Math.sqrt(untiedInX * untiedInY);
}

/** Sorts by merging and returns the number of pairs that were in ascending order. */
function sortDescending(values: Float64Array): number {
  const n = values.length;
  const merged = new Float64Array(n);
  let ascending = 0;
  for (let width = 1; width < n; width *= 2) {
    for (let start = 0; start < n; start += 2 * width) {
      const middle = Math.min(start + width, n);
      const end = Math.min(middle + width, n);
      let left = start;
      let right = middle;
      for (let place = start; place < end; place++) {
        if (left < middle && (right === end || values[left] >= values[right])) {
          merged[place] = values[left++];
        } else {
          merged[place] = values[right++];
          ascending += middle - left;
        }
      }
    }
    values.set(merged);
  }
  return ascending;
}

/**
 * Spearman's rank correlation ρ: Pearson's correlation of the ranks, where tied items share the mean of their ranks (mid-ranks).
 * Without ties it is 1 − 6 Σ d_i²/(N(N² − 1)), where d_i is the difference of an item's two ranks. O(N log N).
 *
 * @param x - One number per item, length N; only their order matters, and NaN is an error.
 * @param y - The numbers to compare with, length N.
 * @returns A number from −1 (reversed order) to 1 (same order); NaN if `x` or `y` is constant or N < 2.
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
  const xRanks = centeredRanks(x);
  const yRanks = centeredRanks(y);
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

/** Mid-ranks minus their mean; the differences are exact multiples of ½. */
function centeredRanks(values: ArrayLike<number>): Float64Array {
  const order = topK(values, values.length);
  const ranks = new Float64Array(values.length);
  for (let from = 0, to = 1; to <= order.length; to++) {
    if (to < order.length && values[order[to]] === values[order[from]]) continue;
    const midRank = (from + to - order.length) / 2;
    for (; from < to; from++) ranks[order[from]] = midRank;
  }
  return ranks;
}

/** The number of pairs of equal elements, in an array where equal elements are adjacent. */
function tiedPairs(grouped: Float64Array): number {
  let pairs = 0;
  let before = 0;
  for (let i = 1; i < grouped.length; i++) {
    before = grouped[i] === grouped[i - 1] ? before + 1 : 0;
    pairs += before;
  }
  return pairs;
}

/** Throws unless `x` and `y` have the same length and contain no NaN. The error names the first invalid value. */
function checkPaired(x: ArrayLike<number>, y: ArrayLike<number>): void {
  if (x.length !== y.length) throw new RangeError(`y has length ${y.length}; expected ${x.length}, the length of x`);
  for (let i = 0; i < x.length; i++) {
    if (!(x[i] >= Number.NEGATIVE_INFINITY)) throw new RangeError(`x[${i}] is ${x[i]}; expected a number`);
    if (!(y[i] >= Number.NEGATIVE_INFINITY)) throw new RangeError(`y[${i}] is ${y[i]}; expected a number`);
  }
}
