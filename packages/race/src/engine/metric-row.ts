import type { Scores } from "@tierwise/core-integrator";
import { roundingError } from "@tierwise/core-integrator/quadrature";
import { arrivalsAt } from "./arrivals.ts";
import { type Adjoint, carryBack } from "./carry-back.ts";
import { type Integrand, type Integration, integrate } from "./integrate.ts";
import { addLightDerivative, lightAdjoint, lightWork } from "./light-gradient.ts";
import { addWeightedPowers, evaluateSeries, POWERS } from "./light-series.ts";
import { layOutItems, type RaceItems } from "./race-items.ts";
import { squaredDifference } from "./squared-difference.ts";
import { cutOff, cutOffError } from "./tolerance.ts";

/** The value of an expected metric. */
export interface MetricValue {
  /** The expectation Σ_i gain_i·Σ_r weight_r·P(rank_i = r). */
  value: number;
  /** The estimated absolute error of `value`. */
  error: number;
  /** The number of nodes of the integral. */
  evaluations: number;
}

/** The items with gains, in the first `count` entries of both arrays. */
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
const adjoint: Adjoint = { a: new Float64Array(0), b: new Float64Array(0) };
const lightSums = new Float64Array(POWERS + 1);
const common = new Float64Array(POWERS + 1);
const own = new Float64Array(POWERS + 1);
const light = lightWork;
let lightHasGains = false;
const sums = { earlier: 0, latest: 0 };

/**
 * The expected metric V = Σ_i g_i Σ_r weights[r − 1]·P(rank_i = r) of the `count` items from scores[at] on. If `gradient` is given, writes
 * factor·dV/dw to it, starting at gradient[at]. With the polynomials A and B of `Arrivals`, and R of the light items with gains,
 *
 *     V = ∫ ⟨weights, B + R·A⟩ dy,   R = Σ g·x·q/f.
 *
 * The same nodes give the derivatives with respect to all scores: the derivatives with respect to A and B are carried back through the
 * factors. Cost: O(N), plus O(k) per node and middle item.
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
  if (gainOfItem.length < count) gainOfItem = new Float64Array(2 * count);
  for (let i = 0; i < list.count; i++) gainOfItem[list.items[i]] += list.gains[i];
  const items = layOutItems(scores, at, count, k, drop, gainOfItem);
  reserve(items.middleCount, k);
  distributeGains(items);
  const scale = largest(weights, k) * largest(list.gains, list.count);
  const integrand: Integrand = {
    visit: (y, weight) => visit(items, weights, y, weight, drop, gradient !== undefined),
    fold: () => {
      sums.earlier += sums.latest;
      sums.latest = 0;
    },
    errorOf: (step) => squaredDifference(step * sums.earlier, step * sums.latest),
  };
  const result: Integration = integrate(items, integrand, drop, tolerance * Math.max(scale, 1e-300));
  if (gradient !== undefined) writeGradient(items, at, count, gradient, result.step * factor);
  for (let i = 0; i < list.count; i++) gainOfItem[list.items[i]] = 0;
  const value = result.step * (sums.earlier + sums.latest);
  const rounding = roundingError(8 * Math.max(Math.abs(value), scale), items.middleCount + items.lightCount);
  return {
    value,
    error: result.error + scale * cutOffError(drop) * list.count + rounding,
    evaluations: result.evaluations,
  };
}

function largest(values: ArrayLike<number>, count: number): number {
  let most = 0;
  for (let i = 0; i < count; i++) most = Math.max(most, Math.abs(values[i]));
  return most;
}

function reserve(middleCount: number, k: number): void {
  if (middleGains.length < middleCount) {
    middleGains = new Float64Array(2 * middleCount);
    middleGradient = new Float64Array(2 * middleCount);
  }
  if (adjoint.a.length < k + 1) {
    adjoint.a = new Float64Array(2 * k + 1);
    adjoint.b = new Float64Array(2 * k + 1);
  }
  middleGradient.fill(0, 0, middleCount);
  common.fill(0);
  own.fill(0);
  sums.earlier = 0;
  sums.latest = 0;
}

function distributeGains({ middleCount, middleIndex, lightCount, lightIndex, light: u }: RaceItems): void {
  for (let i = 0; i < middleCount; i++) middleGains[i] = gainOfItem[middleIndex[i]];
  lightSums.fill(0);
  lightHasGains = false;
  for (let i = 0; i < lightCount; i++) {
    const gain = gainOfItem[lightIndex[i]];
    if (gain === 0) continue;
    addWeightedPowers(u[i], gain, lightSums);
    lightHasGains = true;
  }
}

function visit(
  items: RaceItems,
  weights: Float64Array,
  y: number,
  weight: number,
  drop: number,
  wantGradient: boolean,
): boolean {
  const node = arrivalsAt(items, y, weights.length, middleGains);
  if (node === undefined) return false;
  const { arrived, active, width, product, productMarked, low, high } = node;
  if (active === 0 && items.lightCount === 0) return items.middleCount > arrived;
  const v = Math.exp(y - items.logScale);
  for (let m = 0; m < width; m++) adjoint.b[m] = weights[arrived + m];
  adjoint.b[width] = 0;
  lightAdjoint(lightHasGains ? lightSums : undefined, v, adjoint.b, width, adjoint.a);
  let remaining = 0;
  let sum = 0;
  for (let m = low[active]; m <= high[active]; m++) {
    remaining += product[m];
    sum += adjoint.b[m] * productMarked[m] + adjoint.a[m] * product[m];
  }
  if (remaining < Math.exp(-drop)) return false;
  sums.latest += weight * sum;
  if (!wantGradient) return true;
  const places = weights.subarray(arrived);
  carryBack(node, adjoint, weight, middleGradient);
  if (items.lightCount > 0) addLightDerivative(light, node, adjoint.a, places, v, weight, common, own);
  return true;
}

function writeGradient(
  items: RaceItems,
  at: number,
  count: number,
  gradient: Float32Array | Float64Array,
  scale: number,
): void {
  const { middleCount, middleIndex, lightCount, lightIndex, light: u } = items;
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
}
