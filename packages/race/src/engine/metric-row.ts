import type { Scores } from "@tierwise/core-integrator";
import { roundingError } from "@tierwise/core-integrator/quadrature";
import { type Arrivals, arrivalsAt, BLOCK, loadBlock, type RaceGains } from "./arrivals.ts";
import { type Integrand, type Integration, integrate } from "./integrate.ts";
import { addLightDerivative, lightWork } from "./light-gradient.ts";
import { addWeightedPowers, evaluateSeries, POWERS } from "./light-series.ts";
import { layOutItems, type RaceItems } from "./race-items.ts";
import { squaredDifference } from "./squared-difference.ts";
import { cutOff, cutOffError } from "./tolerance.ts";

/** The value of an expected metric. */
export interface MetricValue {
  /** Σ_i gain_i·Σ_r weight_r·P(rank_i = r). */
  value: number;
  /** The estimated absolute error of `value`. */
  error: number;
  /** The number of nodes at which the numbers of arrivals were computed. */
  evaluations: number;
}

/** Items with gains: the first `count` entries of both arrays. */
export interface GainList {
  /** The number of items with gains. */
  readonly count: number;
  /** Their indices. */
  readonly items: ArrayLike<number>;
  /** Their gains. */
  readonly gains: ArrayLike<number>;
}

let gainOfItem = new Float64Array(0);
let middleGains = new Float64Array(0);
let middleGradient = new Float64Array(0);
let adjointA = new Float64Array(0);
let adjointB = new Float64Array(0);
const lightSums = new Float64Array(POWERS + 1);
const common = new Float64Array(POWERS + 1);
const own = new Float64Array(POWERS + 1);
const light = lightWork;
const sums = { earlier: 0, latest: 0 };

/**
 * The expected metric V = Σ_i g_i Σ_r weights[r − 1]·P(rank_i = r) of the `count` items scores[at …], and, if `gradient` is given,
 * factor·dV/dw, written to gradient[at …]. With the polynomials A and B of `arrivalsAt`,
 *
 *     V = ∫ ⟨weights, B⟩ dy.
 *
 * The derivatives with respect to all scores come from the same nodes, by carrying the derivatives with respect to B and A back
 * through the factors: O(N + nodes·(middle items)·k).
 */
export function metricRow(
  scores: Scores,
  at: number,
  count: number,
  list: GainList,
  weights: Float64Array,
  tolerance: number,
  gradient: Float32Array | Float64Array | undefined,
  factor: number,
): MetricValue {
  const k = weights.length;
  const drop = cutOff(tolerance);
  const items = layOutItems(scores, at, count, k, drop);
  reserve(count, items.middleCount, k);
  const gains = gatherGains(items, list);
  const scale = largest(weights, k) * largestGain(list);
  const integrand: Integrand = {
    visit: (y, weight) => visit(items, gains, weights, k, y, weight, drop, gradient !== undefined),
    fold: () => {
      sums.earlier += sums.latest;
      sums.latest = 0;
    },
    errorOf: (step) => squaredDifference(step * sums.earlier, step * sums.latest),
  };
  const result: Integration = integrate(items, integrand, drop, tolerance * Math.max(scale, 1e-300));
  if (gradient !== undefined) writeGradient(items, at, count, list, gradient, result.step * factor);
  const value = result.step * (sums.earlier + sums.latest);
  const rounding = roundingError(8 * Math.max(Math.abs(value), scale), items.middleCount + items.lightCount);
  return {
    value,
    error: result.error + scale * cutOffError(drop) * list.count + rounding,
    evaluations: result.evaluations,
  };
}

function largest(weights: Float64Array, k: number): number {
  let most = 0;
  for (let r = 0; r < k; r++) most = Math.max(most, Math.abs(weights[r]));
  return most;
}

function largestGain({ count, gains }: GainList): number {
  let most = 0;
  for (let i = 0; i < count; i++) most = Math.max(most, Math.abs(gains[i]));
  return most;
}

function reserve(count: number, middleCount: number, k: number): void {
  if (gainOfItem.length < count) gainOfItem = new Float64Array(2 * count);
  if (middleGains.length < middleCount) {
    middleGains = new Float64Array(2 * middleCount);
    middleGradient = new Float64Array(2 * middleCount);
  }
  if (adjointA.length < k + 1) {
    adjointA = new Float64Array(2 * k + 1);
    adjointB = new Float64Array(2 * k + 1);
  }
  middleGradient.fill(0, 0, middleCount);
  common.fill(0);
  own.fill(0);
  sums.earlier = 0;
  sums.latest = 0;
}

/** Distributes the gains to the middle items and the sums of the light ones. Leaves `gainOfItem` at 0. */
function gatherGains(items: RaceItems, list: GainList): RaceGains {
  const { middleCount, middleIndex, lightCount, lightIndex, light: u } = items;
  for (let i = 0; i < list.count; i++) gainOfItem[list.items[i]] += list.gains[i];
  for (let i = 0; i < middleCount; i++) {
    middleGains[i] = gainOfItem[middleIndex[i]];
    gainOfItem[middleIndex[i]] = 0;
  }
  lightSums.fill(0);
  for (let i = 0; i < lightCount && list.count > 0; i++) {
    const gain = gainOfItem[lightIndex[i]];
    if (gain !== 0) addWeightedPowers(u[i], gain, lightSums);
  }
  for (let i = 0; i < list.count; i++) gainOfItem[list.items[i]] = 0;
  return { middle: middleGains, lightSums };
}

function visit(
  items: RaceItems,
  gains: RaceGains,
  weights: Float64Array,
  k: number,
  y: number,
  weight: number,
  drop: number,
  wantGradient: boolean,
): boolean {
  const node = arrivalsAt(items, y, k, gains);
  if (node === undefined) return false;
  const { arrived, active, width, product, productMarked, low, high } = node;
  if (active === 0 && items.lightCount === 0) return items.middleCount > arrived;
  let remaining = 0;
  let sum = 0;
  for (let m = low[active]; m <= high[active]; m++) {
    remaining += product[m];
    sum += weights[arrived + m] * productMarked[m];
  }
  if (remaining < Math.exp(-drop)) return false;
  sums.latest += weight * sum;
  if (!wantGradient) return true;
  for (let m = 0; m < width; m++) adjointB[m] = weights[arrived + m];
  adjointA.fill(0, 0, width + 1);
  adjointB[width] = 0;
  carryBack(node, gains, weight);
  if (items.lightCount > 0) {
    addLightDerivative(light, node, adjointA, adjointB, Math.exp(y - items.logScale), weight, common, own);
  }
  return true;
}

/**
 * Carries the derivatives back through each factor, last item first, and adds those with respect to its score. For an item with
 * gain g, A′ = f·A and B′ = f·B + g·x·q·A, with f = q + p·z, df/dw = x·q·(z − 1) and d(x·q)/dw = x·q·(1 − x).
 */
function carryBack(node: Arrivals, gains: RaceGains, weight: number): void {
  const { arrived, active, width, x, q, p, low, high } = node;
  for (let block = Math.ceil(active / BLOCK) - 1; block >= 0; block--) {
    loadBlock(block);
    const { rows, rowsMarked } = node;
    const from = block * BLOCK;
    for (let i = Math.min(from + BLOCK, active) - 1; i >= from; i--) {
      const row = (i - from) * width;
      const qi = q[i];
      const pi = p[i];
      const density = x[i] * qi;
      const mark = gains.middle[arrived + i] * density;
      let moved = 0;
      let marked = 0;
      let a = adjointA[low[i]];
      let b = adjointB[low[i]];
      for (let m = low[i]; m <= high[i]; m++) {
        const nextA = adjointA[m + 1];
        const nextB = adjointB[m + 1];
        const value = rows[row + m];
        moved += (nextA - a) * value + (nextB - b) * rowsMarked[row + m];
        marked += b * value;
        adjointA[m] = qi * a + pi * nextA + mark * b;
        adjointB[m] = qi * b + pi * nextB;
        a = nextA;
        b = nextB;
      }
      middleGradient[arrived + i] += weight * (density * moved + mark * (1 - x[i]) * marked);
    }
  }
}

function writeGradient(
  items: RaceItems,
  at: number,
  count: number,
  list: GainList,
  gradient: Float32Array | Float64Array,
  scale: number,
): void {
  const { middleCount, middleIndex, lightCount, lightIndex, light: u } = items;
  for (let i = 0; i < list.count; i++) gainOfItem[list.items[i]] += list.gains[i];
  for (let n = 1; n <= POWERS; n++) {
    common[n] *= scale;
    own[n] *= scale;
  }
  gradient.fill(0, at, at + count);
  for (let i = 0; i < lightCount; i++) gradient[at + lightIndex[i]] = evaluateSeries(common, u[i]);
  for (let i = 0; i < lightCount; i++) {
    const gain = gainOfItem[lightIndex[i]];
    if (gain !== 0) gradient[at + lightIndex[i]] += gain * evaluateSeries(own, u[i]);
  }
  for (let i = 0; i < middleCount; i++) gradient[at + middleIndex[i]] = scale * middleGradient[i];
  for (let i = 0; i < list.count; i++) gainOfItem[list.items[i]] = 0;
}
