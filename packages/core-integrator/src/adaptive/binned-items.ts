import { exponential } from "../exponential.ts";
import type { Nodes } from "./nodes.ts";

// Many middle items are gathered into bins of d, each a Taylor series about its centre c:
//   Σ_{a∈bin} f(y + d_a) = Σ_i A_i(y + c)·M_i,   A_i = f⁽ⁱ⁾/i!,   M_i = Σ_{a∈bin} (d_a − c)ⁱ.
// f(y) = log(1 − e^{−e^y}) is analytic but for y = log 2πk ± iπ/2, so in bins of width w the terms fall
// as (w/π)ⁱ: 14 of them for w = 1/4, 8 for w = 1/32.
// Bins are a whole number of node steps apart: y_k + c_b is a point of one lattice, and the coefficients A are computed
// once a lattice point, not once a node and bin. An item costs 2·ORDER multiply-adds, whatever the number of nodes.

const WIDEST = 1 / 4;
const NARROWEST = 1 / 32;
/** Nats to which a series is carried: (width/π)^order = e^{−35}. */
const SERIES_NATS = 35;
/** Room for the coefficients 0 … order of the widest bins. */
const ROW = 16;
/** log 42: beyond it f and its derivatives are below double precision. */
const SATURATED = Math.log(42);

/** Bins and the lattice of one tier; one object, reused. Nodes are y_k = origin + k·step, |k| ≤ reach. */
export interface Bins {
  /** Bins are `stride` nodes apart. */
  stride: number;
  count: number;
  /** Terms of the series of f; a multiple of 2. */
  order: number;
  /** Centre of bin 0. */
  first: number;
  /** M_i of bin b at b·ROW + i. */
  moments: Float64Array;
  /** Series of E_q[φ] of bin b at b·ROW. */
  series: Float64Array;
  /** How many items are binned; those that are saturated at every node are not. */
  itemCount: number;
  /** Which item each is, its bin, and its offset d − c from the centre. */
  item: Int32Array;
  bin: Int32Array;
  offset: Float64Array;
  /** The step between nodes, and where node 0 lies. */
  step: number;
  origin: number;
  /** A of the lattice point j at (j − firstPoint)·ROW, valid where `filled`. */
  coefficients: Float64Array;
  filled: Uint8Array;
  firstPoint: number;
}

export function newBins(): Bins {
  return {
    stride: 1,
    count: 0,
    order: 0,
    first: 0,
    moments: new Float64Array(0),
    series: new Float64Array(0),
    itemCount: 0,
    item: new Int32Array(0),
    bin: new Int32Array(0),
    offset: new Float64Array(0),
    step: 0,
    origin: 0,
    coefficients: new Float64Array(0),
    filled: new Uint8Array(0),
    firstPoint: 0,
  };
}

/**
 * Sorts items with advantages `d` into bins for nodes origin + k·step, |k| ≤ reach. Items that are saturated from
 * `leftmost` on are left out: with nodes further left, that is wrong.
 */
export function fillBins(
  bins: Bins,
  d: Float64Array,
  count: number,
  origin: number,
  step: number,
  reach: number,
  leftmost: number,
): void {
  reserve(bins, count);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let kept = 0;
  const highest = SATURATED - leftmost;
  for (let i = 0; i < count; i++) {
    // Without a branch, which would be guessed wrong half of the time.
    bins.item[kept] = i;
    kept += d[i] <= highest ? 1 : 0;
    if (d[i] < low) low = d[i];
    if (d[i] > high) high = d[i];
  }
  // The more items, the narrower the bins: shorter series for every item against more bins for every node.
  const wanted = Math.max(NARROWEST, Math.min(WIDEST, 200 / kept));
  const stride = Math.max(1, Math.floor(wanted / step));
  const width = stride * step;
  bins.itemCount = kept;
  bins.stride = stride;
  bins.order = 2 * Math.ceil(SERIES_NATS / Math.log(Math.PI / width) / 2);
  bins.first = low + width / 2;
  bins.count = Math.floor((Math.min(high, highest) - low) / width) + 1;
  fillMoments(bins, d, low, width);
  startLattice(bins, origin, step, reach);
}

function reserve(bins: Bins, count: number): void {
  if (bins.item.length >= count) return;
  bins.item = new Int32Array(2 * count);
  bins.bin = new Int32Array(2 * count);
  bins.offset = new Float64Array(2 * count);
}

function fillMoments(bins: Bins, d: Float64Array, low: number, width: number): void {
  if (bins.moments.length < bins.count * ROW) {
    bins.moments = new Float64Array(2 * bins.count * ROW);
    bins.series = new Float64Array(2 * bins.count * ROW);
  }
  const { itemCount, item, bin, offset, moments, first, order } = bins;
  const perWidth = 1 / width;
  moments.fill(0, 0, bins.count * ROW);
  for (let i = 0; i < itemCount; i++) {
    const at = d[item[i]];
    const b = Math.min(bins.count - 1, Math.floor((at - low) * perWidth));
    const o = at - (first + b * width);
    bin[i] = b;
    offset[i] = o;
    // Even and odd powers in turns: two chains of multiplications instead of one.
    const square = o * o;
    let even = 1;
    let odd = o;
    for (let m = b * ROW, end = m + order; m < end; m += 2) {
      moments[m] += even;
      moments[m + 1] += odd;
      even *= square;
      odd *= square;
    }
  }
}

function startLattice(bins: Bins, origin: number, step: number, reach: number): void {
  bins.origin = origin;
  bins.step = step;
  bins.firstPoint = -reach;
  // Points beyond saturation are never asked for.
  const last = Math.ceil((SATURATED - origin - bins.first) / step);
  const points = Math.max(1, Math.min(last, reach + bins.stride * bins.count) + reach + 1);
  if (bins.filled.length < points) {
    bins.filled = new Uint8Array(2 * points);
    bins.coefficients = new Float64Array(2 * points * ROW);
  }
  bins.filled.fill(0, 0, points);
}

/** Σ f(y_k + d) over all items, at node k. */
export function binnedNode(bins: Bins, k: number): number {
  const { stride, count, order, first, moments, step, origin, coefficients, filled, firstPoint } = bins;
  let sum = 0;
  for (let b = 0; b < count; b++) {
    const m = b * ROW;
    if (moments[m] === 0) continue;
    const j = k + stride * b;
    const at = origin + first + j * step;
    if (at > SATURATED) break;
    const row = (j - firstPoint) * ROW;
    if (filled[j - firstPoint] === 0) {
      taylor(at, order, coefficients, row);
      filled[j - firstPoint] = 1;
    }
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

const z = new Float64Array(ROW);
const p = new Float64Array(ROW);

/**
 * Taylor coefficients 0 … order of f at y, in place. φ = f′ obeys dφ/dy = φ(1 − z − φ) with z = e^y, hence for
 * φ = Σ p_i tⁱ and z = Σ z_i tⁱ: (i + 1)·p_{i+1} = p_i − Σ_l (z_l + p_l)·p_{i−l}.
 */
function taylor(y: number, order: number, out: Float64Array, row: number): void {
  const z0 = exponential(y);
  const e = Math.expm1(-z0);
  out[row] = Math.log(-e);
  z[0] = z0;
  p[0] = (-z0 * (1 + e)) / e;
  out[row + 1] = p[0];
  for (let i = 0; i < order - 1; i++) {
    let sum = p[i];
    for (let l = 0; l <= i; l++) sum -= (z[l] + p[l]) * p[i - l];
    p[i + 1] = sum / (i + 1);
    z[i + 1] = z[i] / (i + 1);
    out[row + i + 2] = p[i + 1] / (i + 2);
  }
}

/**
 * E_q[φ] of each middle item, written to `gradient[index[i]]`; returns their sum. φ = f′, so bin b has the series
 * Σ_i (i + 1)·E_q[A_{i+1}]·(d − c)ⁱ.
 */
export function binnedGradient(
  { low, high, offset, weight, bins }: Nodes,
  index: Int32Array,
  count: number,
  gradient: Float64Array,
): number {
  const { series, order, item } = bins;
  series.fill(0, 0, bins.count * ROW);
  for (let k = low; k <= high; k++) {
    if (weight[offset + k] > 1e-18) addSlopes(bins, k, weight[offset + k]);
  }
  if (bins.itemCount < count) for (let i = 0; i < count; i++) gradient[index[i]] = 0;
  let sum = 0;
  for (let i = 0; i < bins.itemCount; i++) {
    const row = bins.bin[i] * ROW;
    const o = bins.offset[i];
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

function addSlopes(
  { stride, count, order, first, moments, step, origin, coefficients, firstPoint, series }: Bins,
  k: number,
  q: number,
): void {
  for (let b = 0; b < count; b++) {
    const m = b * ROW;
    if (moments[m] === 0) continue;
    const j = k + stride * b;
    if (origin + first + j * step > SATURATED) break;
    const row = (j - firstPoint) * ROW;
    for (let i = 0; i < order; i++) series[m + i] += q * (i + 1) * coefficients[row + i + 1];
  }
}
