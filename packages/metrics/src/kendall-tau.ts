import { checkPaired } from "./paired.ts";
import { tiedPairs } from "./tied-pairs.ts";
import { topK } from "./top-k.ts";

/**
 * Kendall's rank correlation τ_b, which allows for ties: of all pairs of items, those that `x` and `y` order alike minus those
 * that they order differently, C − D, over √((n₀ − n_x)(n₀ − n_y)), where n₀ = N(N − 1)/2 counts all pairs and n_x, n_y those tied
 * in `x` and in `y`.
 *
 * O(N log N): D is the number of exchanges that sort `y` after both have been sorted by `x`. Knight (1966), A computer method
 * for calculating Kendall's tau with ungrouped data, JASA 61.
 *
 * @param x - One number per item, length N; only their order matters, and NaN is an error.
 * @param y - The same of another ranking.
 * @returns From −1 (reversed) to 1 (the same order); NaN where `x` or `y` is constant or N < 2.
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

/** Merge sort that returns how many pairs stood in ascending order. */
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
