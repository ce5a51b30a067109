import type { Scores } from "@tierwise/core-integrator";
import { roundingError } from "@tierwise/core-integrator/quadrature";
import type { Arrivals } from "./arrival-memory.ts";
import { arrivalsAt } from "./arrivals.ts";
import { type Integrand, type Integration, integrate } from "./integrate.ts";
import { type LeaveOneOutWork, leaveOneOut } from "./leave-one-out.ts";
import { LIGHT, POWERS, SERIES, TERMS } from "./light-series.ts";
import { layOutItems, type RaceItems } from "./race-items.ts";
import { squaredDifference } from "./squared-difference.ts";
import { cutOff, cutOffError } from "./tolerance.ts";

const WIDTH = POWERS + 1;
/** Coefficients below this are set to 0, because products of denormal numbers are slow. */
const TINY = 1e-280;

/** The sums over nodes: k entries per middle item, and one series per rank for the light items. */
interface Sums {
  readonly middle: Float64Array;
  readonly light: Float64Array;
}

interface Work extends LeaveOneOutWork {
  /** The product of the factors of all items but one. */
  readonly without: Float64Array;
}

/**
 * Writes P(rank_i = r), r = 1 … k, of each item to row i of `out`:
 *
 *     P(rank_i = r) = ∫ x_i·q_i·[z^{r−1}] ∏_{j≠i} (q_j + p_j z) dy.
 *
 * The product without item i is A/(q_i + p_i z). Division by ascending powers, d_m = (A_m − p·d_{m−1})/q, is stable if p ≤ ½. For the H
 * items with p > ½, the products are computed by recursive halving. Cost per node: O(N·k + H·k·log H).
 */
export function rankMatrix(scores: Scores, k: number, out: Float64Array, tolerance: number): Integration {
  const drop = cutOff(tolerance);
  const items = layOutItems(scores, 0, scores.length, k, drop);
  const earlier = newSums(items, k);
  const latest = newSums(items, k);
  const work: Work = { rows: new Float64Array(8 * k), without: new Float64Array(k) };
  const fold = (): void => {
    addTo(earlier.middle, latest.middle);
    addTo(earlier.light, latest.light);
  };
  const integrand: Integrand = {
    visit: (y, weight) => visit(items, k, latest, work, y, weight, drop),
    fold,
    errorOf: (step) => errorOf(items, k, earlier, latest, step),
  };
  const result = integrate(items, integrand, drop, tolerance);
  fold();
  writeOut(items, k, earlier, result.step, out);
  result.error += cutOffError(drop) + roundingError(8, items.middleCount + items.lightCount);
  return result;
}

function newSums({ middleCount, lightCount }: RaceItems, k: number): Sums {
  return { middle: new Float64Array(middleCount * k), light: new Float64Array(lightCount > 0 ? k * WIDTH : 0) };
}

/** Adds `from` to `to` and sets `from` to 0. */
function addTo(to: Float64Array, from: Float64Array): void {
  for (let i = 0; i < to.length; i++) to[i] += from[i];
  from.fill(0);
}

function visit(items: RaceItems, k: number, sums: Sums, work: Work, y: number, weight: number, drop: number): boolean {
  const node = arrivalsAt(items, y, k);
  if (node === undefined) return false;
  const { arrived, active, product, low, high } = node;
  if (active === 0 && items.lightCount === 0) return items.middleCount > arrived;
  let remaining = 0;
  for (let m = low[active]; m <= high[active]; m++) remaining += product[m];
  if (remaining < Math.exp(-drop)) return false;
  const likely = likelyCount(node);
  if (likely > 0) addLikely(node, likely, k, sums.middle, work, weight);
  for (let i = likely; i < active; i++) addUnlikely(node, i, k, sums.middle, work, weight);
  if (items.lightCount > 0) addLight(node, Math.exp(y - items.logScale), weight, sums.light);
  return true;
}

/** The number of active items with p > ½; they come first. */
function likelyCount({ active, p }: Arrivals): number {
  let count = 0;
  while (count < active && p[count] > 0.5) count++;
  return count;
}

/** Adds the terms of an item with p ≤ ½; its factor is removed from the product by division. */
function addUnlikely(node: Arrivals, i: number, k: number, sums: Float64Array, work: Work, weight: number): void {
  const { arrived, active, x, q, p, product, low, high } = node;
  const density = weight * x[i] * q[i];
  const ratio = p[i] / q[i];
  const inverse = 1 / q[i];
  const row = (arrived + i) * k + arrived;
  const { without } = work;
  let before = 0;
  for (let m = low[active]; m <= high[active]; m++) {
    before = inverse * product[m] - ratio * before;
    without[m] = before;
  }
  for (let m = low[active]; m <= high[active]; m++) sums[row + m] += density * without[m];
}

/** Adds the terms of the first `likely` items by recursive halving; row 0 holds the product of all other items. */
function addLikely(node: Arrivals, likely: number, k: number, sums: Float64Array, work: Work, weight: number): void {
  const { arrived, active, width, x, q, p, light, low, high } = node;
  const { rows } = work;
  let last = high[0];
  for (let m = 0; m <= last; m++) rows[m] = m < low[0] ? 0 : light[m];
  for (let i = likely; i < active; i++) {
    if (last + 1 < width) rows[++last] = 0;
    for (let m = last; m > 0; m--) {
      const value = q[i] * rows[m] + p[i] * rows[m - 1];
      rows[m] = value < TINY ? 0 : value;
    }
    rows[0] *= q[i];
    if (rows[0] < TINY) rows[0] = 0;
  }
  leaveOneOut(work, q, p, 0, likely, width, last, (i, values, at, from, to) => {
    const density = weight * x[i] * q[i];
    const row = (arrived + i) * k + arrived;
    for (let m = from; m <= to; m++) sums[row + m] += density * values[at + m];
  });
}

/** Adds the series of every rank: x·Σ_l (−(e^x − 1))^l·A_{m−l} for a light item with m others before it. */
function addLight(node: Arrivals, v: number, weight: number, sums: Float64Array): void {
  const { arrived, active, product, low, high, width } = node;
  const first = low[active];
  for (let m = first; m < Math.min(width, high[active] + TERMS + 1); m++) {
    const row = (arrived + m) * WIDTH;
    let power = weight;
    for (let n = 1; n <= POWERS; n++) {
      power *= v;
      let sum = 0;
      for (let l = Math.max(0, m - high[active]); l <= Math.min(TERMS, n - 1, m - first); l++) {
        sum += (l % 2 === 0 ? 1 : -1) * SERIES[l * WIDTH + n - 1] * product[m - l];
      }
      sums[row + n] += power * sum;
    }
  }
}

function seriesAt(series: Float64Array, row: number, u: number): number {
  let sum = 0;
  for (let n = POWERS; n > 0; n--) sum = (sum + series[row + n]) * u;
  return sum;
}

function errorOf({ lightCount }: RaceItems, k: number, earlier: Sums, latest: Sums, step: number): number {
  let error = 0;
  for (let i = 0; i < earlier.middle.length; i++) {
    error = Math.max(error, squaredDifference(step * earlier.middle[i], step * latest.middle[i]));
  }
  if (lightCount === 0) return error;
  for (let r = 0; r < k; r++) {
    const a = seriesAt(earlier.light, r * WIDTH, LIGHT);
    const b = seriesAt(latest.light, r * WIDTH, LIGHT);
    error = Math.max(error, squaredDifference(step * a, step * b));
  }
  return error;
}

function writeOut(items: RaceItems, k: number, { middle, light }: Sums, step: number, out: Float64Array): void {
  const { middleCount, middleIndex, lightCount, lightIndex, light: u } = items;
  out.fill(0);
  for (let i = 0; i < middleCount; i++) {
    const row = middleIndex[i] * k;
    for (let r = 0; r < k; r++) out[row + r] = step * middle[i * k + r];
  }
  for (let i = 0; i < lightCount; i++) {
    const row = lightIndex[i] * k;
    for (let r = 0; r < k; r++) out[row + r] = step * seriesAt(light, r * WIDTH, u[i]);
  }
}
