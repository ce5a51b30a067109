import { latticeFor, SATURATED, TAYLOR_TERMS, type TaylorLattice } from "./taylor-lattice.ts";

// If there are many middle items, they are grouped into bins of d, each with a Taylor series about its center c:
//   Σ_{a∈bin} f(y + d_a) = Σ_i A_i(y + c)·M_i,   A_i = f⁽ⁱ⁾/i!,   M_i = Σ_{a∈bin} (d_a − c)ⁱ.
// f(y) = log(1 − e^{−e^y}) is analytic except at y = log 2πk ± iπ/2, so in bins of width w the terms decrease as (w/π)ⁱ: 16 terms
// suffice for w = 1/4 and a few hundred items, 12 for w = 1/32 and a million. Centers are an integer number of node steps apart, and
// every y_k + c_b is a point of the step's Taylor lattice. Each item costs 2·order multiply-adds, regardless of the number of nodes.

const WIDEST = 1 / 4;
const NARROWEST = 1 / 32;
/** The accuracy, in nats, of the sum of all series: n·(w/π)^order = e^{−35}. */
const SERIES_NATS = 35;

/** The bins of one tier. All tiers reuse one object. */
export interface Bins {
  lattice: TaylorLattice;
  /** The lattice point y₀ + c₀; node k and bin b meet at point + k + stride·b. */
  point: number;
  /** Bins are `stride` steps wide. */
  stride: number;
  count: number;
  /** The number of terms in the series of f; a multiple of 2. */
  order: number;
  /** M_i of bin b is at b·TAYLOR_TERMS + i. */
  moments: Float64Array;
  /** The series of E_q[φ] of bin b starts at b·TAYLOR_TERMS. */
  series: Float64Array;
  /** The number of binned items; items that are saturated at every node are omitted. */
  itemCount: number;
  /** For each binned item: its position among the middle items, its bin, and its offset d − c from the center. */
  item: Int32Array;
  bin: Int32Array;
  offset: Float64Array;
}

/** The bins of the current tier. */
export const bins: Bins = {
  lattice: { step: WIDEST, last: 0, first: 1, coefficients: new Float64Array(0) },
  point: 0,
  stride: 1,
  count: 0,
  order: 0,
  moments: new Float64Array(0),
  series: new Float64Array(0),
  itemCount: 0,
  item: new Int32Array(0),
  bin: new Int32Array(0),
  offset: new Float64Array(0),
};

/**
 * Sorts items with advantages `d` into bins for the nodes `origin` + k·h and returns h, the largest lattice step that is
 * at most `step`. Items that are saturated at `leftmost` are omitted, so no node may lie further left.
 */
export function fillBins(
  bins: Bins,
  d: Float64Array,
  count: number,
  origin: number,
  step: number,
  leftmost: number,
): number {
  reserveItems(bins, count);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let kept = 0;
  const highest = SATURATED - leftmost;
  for (let i = 0; i < count; i++) {
    // This loop avoids a branch that would be mispredicted half the time.
    bins.item[kept] = i;
    kept += d[i] <= highest ? 1 : 0;
    if (d[i] < low) low = d[i];
    if (d[i] > high) high = d[i];
  }
  const lattice = latticeFor(step);
  const h = lattice.step;
  // Bins are narrower if there are more items: this shortens the series per item but adds bins per node.
  bins.stride = Math.max(1, Math.floor(Math.max(NARROWEST, Math.min(WIDEST, 200 / kept)) / h));
  const width = bins.stride * h;
  bins.itemCount = kept;
  bins.lattice = lattice;
  bins.order = Math.min(
    TAYLOR_TERMS - 2,
    2 * Math.ceil((SERIES_NATS + Math.log(kept + 1)) / Math.log(Math.PI / width) / 2),
  );
  bins.point = Math.floor((origin + low + width / 2) / h);
  const start = bins.point * h - origin - width / 2; // The start is at most `low`.
  bins.count = Math.max(0, Math.floor((Math.min(high, highest) - start) / width) + 1);
  fillMoments(bins, d, start, width);
  return h;
}

function reserveItems(bins: Bins, count: number): void {
  if (bins.item.length >= count) return;
  bins.item = new Int32Array(2 * count);
  bins.bin = new Int32Array(2 * count);
  bins.offset = new Float64Array(2 * count);
}

function fillMoments(bins: Bins, d: Float64Array, start: number, width: number): void {
  if (bins.moments.length < bins.count * TAYLOR_TERMS) {
    bins.moments = new Float64Array(2 * bins.count * TAYLOR_TERMS);
    bins.series = new Float64Array(2 * bins.count * TAYLOR_TERMS);
  }
  const { itemCount, item, bin, offset, moments, order } = bins;
  const perWidth = 1 / width;
  const lastBin = bins.count - 1;
  moments.fill(0, 0, bins.count * TAYLOR_TERMS);
  for (let i = 0; i < itemCount; i++) {
    const at = d[item[i]];
    const b = Math.min(lastBin, Math.floor((at - start) * perWidth));
    const o = at - start - (b + 0.5) * width;
    bin[i] = b;
    offset[i] = o;
    // Even and odd powers form two independent chains of multiplications.
    const square = o * o;
    let even = 1;
    let odd = o;
    for (let m = b * TAYLOR_TERMS, end = m + order; m < end; m += 2) {
      moments[m] += even;
      moments[m + 1] += odd;
      even *= square;
      odd *= square;
    }
  }
}
