import type { Scores } from "@tierwise/core-integrator";
import { roundingError } from "@tierwise/core-integrator/quadrature";
import type { Arrivals } from "./arrival-memory.ts";
import { arrivalsAt, blockSize, loadBlock } from "./arrivals.ts";
import { type Integrand, type Integration, integrate } from "./integrate.ts";
import { addLightExposure, lightWork } from "./light-gradient.ts";
import { evaluateSeries, LIGHT, POWERS } from "./light-series.ts";
import { layOutItems, type RaceItems } from "./race-items.ts";
import { squaredDifference } from "./squared-difference.ts";
import { cutOff, cutOffError } from "./tolerance.ts";

let latest = new Float64Array(0);
let earlier = new Float64Array(0);
let adjoint = new Float64Array(0);
const latestLight = new Float64Array(POWERS + 1);
const earlierLight = new Float64Array(POWERS + 1);
const light = lightWork;

/**
 * Writes E_i = Σ_r weights[r − 1]·P(rank_i = r) of each item to `out`:
 *
 *     E_i = ∫ x_i·q_i·Σ_m weights[m]·[z^m] ∏_{j≠i} (q_j + p_j z) dy,   x = λ·e^y.
 *
 * At every node, the product of the factors before each item is kept, and the weights are carried back through the factors after it. The
 * cost per node for all items is then O(N·k), without divisions.
 */
export function exposures(scores: Scores, weights: Float64Array, out: Float64Array, tolerance: number): Integration {
  const drop = cutOff(tolerance);
  const k = weights.length;
  const items = layOutItems(scores, 0, scores.length, k, drop);
  reserve(items.middleCount, k);
  const integrand: Integrand = {
    visit: (y, weight) => visit(items, weights, k, y, weight, drop),
    fold,
    errorOf: (step) => errorOf(items, step),
  };
  let largest = 0;
  for (let r = 0; r < k; r++) largest = Math.max(largest, Math.abs(weights[r]));
  const result = integrate(items, integrand, drop, tolerance * Math.max(largest, 1e-300));
  fold();
  writeOut(items, result.step, out);
  result.error += largest * (cutOffError(drop) + roundingError(8, items.middleCount + items.lightCount));
  return result;

  function fold(): void {
    for (let i = 0; i < items.middleCount; i++) {
      earlier[i] += latest[i];
      latest[i] = 0;
    }
    for (let n = 0; n <= POWERS; n++) {
      earlierLight[n] += latestLight[n];
      latestLight[n] = 0;
    }
  }
}

function reserve(count: number, k: number): void {
  if (latest.length < count) {
    latest = new Float64Array(2 * count);
    earlier = new Float64Array(2 * count);
  }
  if (adjoint.length < k + 1) adjoint = new Float64Array(2 * k + 1);
  latest.fill(0, 0, count);
  earlier.fill(0, 0, count);
  latestLight.fill(0);
  earlierLight.fill(0);
}

function visit(items: RaceItems, weights: Float64Array, k: number, y: number, weight: number, drop: number): boolean {
  const node = arrivalsAt(items, y, k);
  if (node === undefined) return false;
  const { arrived, active, width, product, low, high } = node;
  if (active === 0 && items.lightCount === 0) return items.middleCount > arrived;
  let remaining = 0;
  for (let m = low[active]; m <= high[active]; m++) remaining += product[m];
  if (remaining < Math.exp(-drop)) return false;
  for (let m = 0; m < width; m++) adjoint[m] = weights[arrived + m];
  adjoint[width] = 0;
  carryBack(node, weight);
  if (items.lightCount > 0) addLightExposure(light, node, adjoint, Math.exp(y - items.logScale), weight, latestLight);
  return true;
}

/** For every active item, last item first, adds weight·x·q·⟨adjoint, product of the factors before the item⟩. */
function carryBack(node: Arrivals, weight: number): void {
  const { arrived, active, width, x, q, p, low, high } = node;
  const size = blockSize();
  for (let block = Math.ceil(active / size) - 1; block >= 0; block--) {
    loadBlock(block);
    const { rows } = node;
    const from = block * size;
    for (let i = Math.min(from + size, active) - 1; i >= from; i--) {
      const row = (i - from) * width;
      const qi = q[i];
      const pi = p[i];
      let sum = 0;
      for (let m = low[i]; m <= high[i]; m++) {
        const v = adjoint[m];
        sum += v * rows[row + m];
        adjoint[m] = qi * v + pi * adjoint[m + 1];
      }
      latest[arrived + i] += weight * x[i] * qi * sum;
    }
  }
}

/** The largest estimated error of any item. For light items, the polynomial is checked at a few points. */
function errorOf(items: RaceItems, step: number): number {
  let error = 0;
  for (let i = 0; i < items.middleCount; i++) {
    error = Math.max(error, squaredDifference(step * earlier[i], step * latest[i]));
  }
  if (items.lightCount === 0) return error;
  for (let u = LIGHT; u > LIGHT / 100; u /= 4) {
    const difference = squaredDifference(step * evaluateSeries(earlierLight, u), step * evaluateSeries(latestLight, u));
    error = Math.max(error, difference);
  }
  return error;
}

function writeOut(items: RaceItems, step: number, out: Float64Array): void {
  const { middleCount, middleIndex, lightCount, lightIndex, light: u } = items;
  out.fill(0);
  for (let i = 0; i < middleCount; i++) out[middleIndex[i]] = step * earlier[i];
  for (let n = 0; n <= POWERS; n++) earlierLight[n] *= step;
  for (let i = 0; i < lightCount; i++) out[lightIndex[i]] = evaluateSeries(earlierLight, u[i]);
}
