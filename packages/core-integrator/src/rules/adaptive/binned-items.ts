import type { Bins } from "./bins.ts";
import type { Nodes } from "./nodes.ts";
import { fillFrom, TAYLOR_TERMS } from "./taylor-lattice.ts";

/** Σ f(y_k + d) over all items at node k. */
export function binnedNode({ lattice, point, stride, count, order, moments }: Bins, k: number): number {
  if (point + k < lattice.first) fillFrom(lattice, point + k);
  const { coefficients, last } = lattice;
  let sum = 0;
  // Lattice rows are stored in descending order of points, bins in ascending order.
  let row = (last - point - k) * TAYLOR_TERMS;
  for (let b = 0; b < count && row >= 0; b++, row -= stride * TAYLOR_TERMS) {
    const m = b * TAYLOR_TERMS;
    if (moments[m] === 0) continue;
    let even = 0;
    let odd = 0;
    for (let i = 0; i < order; i += 2) {
      even += coefficients[row + i] * moments[m + i];
      odd += coefficients[row + i + 1] * moments[m + i + 1];
    }
    sum += even + odd;
  }
  return sum;
}

/** The estimated rounding error of a binned sum near `value`. Items at the same position in a bin have errors of the same sign. */
export function binRounding({ itemCount }: Bins, value: number): number {
  return 0.03 * itemCount * Number.EPSILON * (1 + Math.abs(value));
}

/**
 * Writes E_q[φ] of each middle item to `gradient[index[i]]` and returns the sum. φ = f′, so bin b has the series
 * Σ_i (i + 1)·E_q[A_{i+1}]·(d − c)ⁱ.
 */
export function binnedGradient(
  { low, high, offset, weight, bins }: Nodes,
  index: Int32Array,
  count: number,
  gradient: Float64Array,
): number {
  const { series, order, itemCount, item, bin, offset: offsets } = bins;
  series.fill(0, 0, bins.count * TAYLOR_TERMS);
  for (let k = low; k <= high; k++) {
    if (weight[offset + k] > 1e-18) addSlopes(bins, k, weight[offset + k]);
  }
  for (let b = 0; b < bins.count; b++) for (let i = 1; i < order; i++) series[b * TAYLOR_TERMS + i] *= i + 1;
  if (itemCount < count) for (let i = 0; i < count; i++) gradient[index[i]] = 0;
  let sum = 0;
  for (let i = 0; i < itemCount; i++) {
    const row = bin[i] * TAYLOR_TERMS;
    const o = offsets[i];
    const square = o * o;
    let even = 0;
    let odd = 0;
    for (let s = row + order - 2; s >= row; s -= 2) {
      even = even * square + series[s];
      odd = odd * square + series[s + 1];
    }
    const g = even + o * odd;
    gradient[index[item[i]]] = g;
    sum += g;
  }
  return sum;
}

/** Adds q·A_{i+1}(y_k + c) to the series of every bin. */
function addSlopes({ lattice, point, stride, count, order, moments, series }: Bins, k: number, q: number): void {
  const { coefficients, last } = lattice;
  let row = (last - point - k) * TAYLOR_TERMS;
  for (let b = 0; b < count && row >= 0; b++, row -= stride * TAYLOR_TERMS) {
    const m = b * TAYLOR_TERMS;
    if (moments[m] === 0) continue;
    for (let i = 0; i < order; i++) series[m + i] += q * coefficients[row + i + 1];
  }
}
