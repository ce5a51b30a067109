import { exponential } from "@tierwise/core-integrator/passes";
import { oneLessExponential } from "@tierwise/core-integrator/quadrature";
import { lightProduct, sumSeries, TERMS } from "./light-series.ts";
import type { RaceItems } from "./race-items.ts";

/** At x = 42 and above, an item has arrived: 1 − e^{−x} is 1, and x·e^{−x} is below 3e-17. */
const ARRIVED = Math.log(42);
/** Below e^{−42}, an item has not arrived. */
const ABSENT = -42;
/** Coefficients below this are cut off at either end of a polynomial, so that it stays a band around its mean. */
const NEGLIGIBLE = 1e-26;
/** Polynomials before this many successive items are kept; those of other items are computed again from checkpoints. */
export const BLOCK = 64;

/**
 * The numbers of arrivals at one time t, as polynomials in z. With f = q + p·z, q = e^{−x}, p = 1 − q, x = λ·t,
 *
 *   A = ∏ f,   and, for items with gains g, B = Σ_i g_i·x_i·q_i·∏_{j≠i} f_j.
 *
 * A_m is the probability that m items have arrived; x·q is the density of the arrival of an item in log t. The light items come
 * first, then the *active* middle items; those that have surely arrived only shift the powers of z, by `arrived`. Only powers below
 * `width` = k − arrived matter. All nodes reuse one object.
 */
export interface Arrivals {
  arrived: number;
  /** The number of active items; the first is middle item `arrived`. */
  active: number;
  width: number;
  readonly x: Float64Array;
  readonly q: Float64Array;
  readonly p: Float64Array;
  /** The polynomials of the light items, `width` entries each. */
  readonly light: Float64Array;
  readonly lightMarked: Float64Array;
  /** The products before each active item of the block that was loaded last, `width` entries per item. */
  readonly rows: Float64Array;
  readonly rowsMarked: Float64Array;
  /** The products of all items. */
  readonly product: Float64Array;
  readonly productMarked: Float64Array;
  /** The range of powers that are not negligible before each active item; the last entry is that of the product. */
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** Whether B is computed. */
  marked: boolean;
}

interface Memory extends Arrivals {
  x: Float64Array;
  q: Float64Array;
  p: Float64Array;
  light: Float64Array;
  lightMarked: Float64Array;
  rows: Float64Array;
  rowsMarked: Float64Array;
  product: Float64Array;
  productMarked: Float64Array;
  low: Int32Array;
  high: Int32Array;
  checkpoints: Float64Array;
  checkpointsMarked: Float64Array;
  /** g·x·q of each active item. */
  marks: Float64Array;
  loaded: number;
}

const none = new Float64Array(0);
const memory: Memory = {
  arrived: 0,
  active: 0,
  width: 0,
  x: none,
  q: none,
  p: none,
  marks: none,
  light: none,
  lightMarked: none,
  rows: none,
  rowsMarked: none,
  product: none,
  productMarked: none,
  checkpoints: none,
  checkpointsMarked: none,
  low: new Int32Array(0),
  high: new Int32Array(0),
  marked: false,
  loaded: -1,
};

/** The gains of the items of a race. */
export interface RaceGains {
  /** The gain of each middle item. */
  readonly middle: Float64Array;
  /** Σ gain·uⁿ of the light items. */
  readonly lightSums: Float64Array;
}

/**
 * Computes A, and B if gains are given, at log t = y, in O(active·band). Returns undefined if k items have surely arrived. The next
 * call overwrites the result.
 */
export function arrivalsAt(items: RaceItems, y: number, k: number, gains?: RaceGains): Arrivals | undefined {
  findActive(items, y, k);
  if (memory.width <= 0) return undefined;
  const { active, width } = memory;
  reserve(active, width, gains !== undefined);
  fillFactors(items, y, gains);
  startFromLight(items, y, gains);
  memory.loaded = -1;
  const blocks = Math.max(1, Math.ceil(active / BLOCK));
  for (let block = 0; block < blocks; block++) {
    const row = block * width;
    memory.checkpoints.set(memory.product.subarray(0, width), row);
    if (memory.marked) memory.checkpointsMarked.set(memory.productMarked.subarray(0, width), row);
    runBlock(block, true);
  }
  return memory;
}

/** Puts the products before the items of a block into `rows`: item i is in row i − block·BLOCK. */
export function loadBlock(block: number): void {
  if (memory.loaded !== block) runBlock(block, false);
}

/** Finds the items that are neither surely arrived nor surely absent, by bisection. */
function findActive({ advantage, middleCount }: RaceItems, y: number, k: number): void {
  memory.arrived = countAbove(advantage, middleCount, ARRIVED - y);
  memory.active = countAbove(advantage, middleCount, ABSENT - y) - memory.arrived;
  memory.width = k - memory.arrived;
}

/** The number of entries of a descending array that are above `value`. */
function countAbove(values: Float64Array, count: number, value: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] > value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function reserve(active: number, width: number, marked: boolean): void {
  memory.marked = marked;
  if (memory.x.length < active) {
    memory.x = new Float64Array(2 * active);
    memory.q = new Float64Array(2 * active);
    memory.p = new Float64Array(2 * active);
    memory.marks = new Float64Array(2 * active);
  }
  if (memory.low.length < active + 1) {
    memory.low = new Int32Array(2 * active + 1);
    memory.high = new Int32Array(2 * active + 1);
  }
  if (memory.light.length < width) {
    memory.light = new Float64Array(2 * width);
    memory.lightMarked = new Float64Array(2 * width);
    memory.product = new Float64Array(2 * width);
    memory.productMarked = new Float64Array(2 * width);
  }
  const length = Math.min(BLOCK, active) * width;
  if (memory.rows.length < length) memory.rows = new Float64Array(2 * length);
  if (marked && memory.rowsMarked.length < length) memory.rowsMarked = new Float64Array(2 * length);
  const kept = Math.max(1, Math.ceil(active / BLOCK)) * width;
  if (memory.checkpoints.length < kept) memory.checkpoints = new Float64Array(2 * kept);
  if (marked && memory.checkpointsMarked.length < kept) memory.checkpointsMarked = new Float64Array(2 * kept);
}

function fillFactors({ advantage }: RaceItems, y: number, gains: RaceGains | undefined): void {
  const { arrived, active, x, q, p, marks } = memory;
  for (let i = 0; i < active; i++) {
    const rate = exponential(advantage[arrived + i] + y);
    x[i] = rate;
    q[i] = exponential(-rate);
    p[i] = rate < 0.5 ? oneLessExponential(rate) : 1 - q[i];
    if (gains !== undefined) marks[i] = gains.middle[arrived + i] * rate * q[i];
  }
}

const ratio = new Float64Array(TERMS + 2);

/** Fills the polynomials of the light items, 1 and 0 if there are none, and makes them the current products. */
function startFromLight({ lightCount, logScale, powerSums }: RaceItems, y: number, gains: RaceGains | undefined): void {
  const { light, lightMarked, product, productMarked, width, low, high } = memory;
  low[0] = 0;
  high[0] = lightCount > 0 ? width - 1 : 0;
  if (lightCount > 0) {
    const v = Math.exp(y - logScale);
    lightProduct(powerSums, v, width, light);
    if (gains !== undefined) multiplyByRatio(gains.lightSums, v);
    while (high[0] > 0 && light[high[0]] < NEGLIGIBLE) high[0]--;
    while (low[0] < high[0] && light[low[0]] < NEGLIGIBLE) low[0]++;
  } else {
    light.fill(0, 0, width);
    lightMarked.fill(0, 0, width);
    light[0] = 1;
  }
  product.set(light.subarray(0, width));
  if (gains !== undefined) productMarked.set(lightMarked.subarray(0, width));
}

/** B = A·Σ g·x·q/f = A·Σ_l (−1)^l z^l·Σ g·x·(e^x − 1)^l for the light items. */
function multiplyByRatio(sums: Float64Array, v: number): void {
  const { light, lightMarked, width } = memory;
  const terms = Math.min(TERMS, width - 1);
  sumSeries(sums, v, terms, 1, ratio);
  for (let l = 1; l <= terms; l += 2) ratio[l] = -ratio[l];
  for (let m = 0; m < width; m++) {
    let sum = 0;
    for (let l = Math.min(terms, m); l >= 0; l--) sum += ratio[l] * light[m - l];
    lightMarked[m] = sum;
  }
}

/** Multiplies the products by the factors of a block, from its checkpoint, and keeps those before each item. */
function runBlock(block: number, isFirst: boolean): void {
  const { active, width, q, p, marks, rows, rowsMarked, low, high, marked } = memory;
  const { checkpoints, checkpointsMarked, product, productMarked } = memory;
  const from = block * BLOCK;
  const to = Math.min(from + BLOCK, active);
  memory.loaded = block;
  const size = to - from;
  if (size <= 0) return;
  copyBand(checkpoints, block * width, rows, 0, low[from], high[from]);
  if (marked) copyBand(checkpointsMarked, block * width, rowsMarked, 0, low[from], high[from]);
  for (let i = from; i < to; i++) {
    const last = i === to - 1;
    if (last && !isFirst) return;
    const row = (i - from) * width;
    const out = last ? product : rows;
    const outMarked = last ? productMarked : rowsMarked;
    const to_ = last ? 0 : row + width;
    const end = Math.min(high[i] + 1, width - 1);
    multiply(rows, row, low[i], high[i], end, q[i], p[i], out, to_);
    if (marked) {
      multiply(rowsMarked, row, low[i], high[i], end, q[i], p[i], outMarked, to_);
      if (marks[i] !== 0) for (let m = low[i]; m <= high[i]; m++) outMarked[to_ + m] += marks[i] * rows[row + m];
    }
    let first = low[i];
    let most = end;
    while (most > first && out[to_ + most] < NEGLIGIBLE) most--;
    while (first < most && out[to_ + first] < NEGLIGIBLE) first++;
    low[i + 1] = first;
    high[i + 1] = most;
  }
}

function copyBand(from: Float64Array, at: number, to: Float64Array, toAt: number, low: number, high: number): void {
  for (let m = low; m <= high; m++) to[toAt + m] = from[at + m];
}

/** out = (q + p·z)·values for powers low … end, where end is high or high + 1. */
function multiply(
  values: Float64Array,
  at: number,
  low: number,
  high: number,
  end: number,
  q: number,
  p: number,
  out: Float64Array,
  to: number,
): void {
  let before = 0;
  for (let m = low; m <= high; m++) {
    const value = values[at + m];
    out[to + m] = q * value + p * before;
    before = value;
  }
  if (end > high) out[to + end] = p * before;
}
