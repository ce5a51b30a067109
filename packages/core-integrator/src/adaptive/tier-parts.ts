import { exponential } from "../exponential.ts";

/** An item is heavy where Σ_heavy 1/r < 1e-17: its factor 1 − e^{−r·x} is 1 in double precision. */
const HEAVY_ADVANTAGE = 40;

/**
 * The items of one tier by kind. With r_a = e^{d_a}, d_a = w_a − w_B, and z_a = r_a·x at a node x = e^y:
 *
 * - *heavy* items have factor 1 at every node and are left out;
 * - *light* items have z ≤ 1 at every node of the window, and cost no node at all;
 * - *middle* items are the rest.
 *
 * One object, reused by every tier.
 */
export interface TierParts {
  /** Right end of any window of a tier of this size: x never exceeds it. Light items are kept as u = r·scale ≤ 1. */
  scale: number;
  heavyCount: number;
  /** Σ_heavy e^{−d}, which is −log P where every item is heavy. */
  heavyTail: number;
  lightCount: number;
  light: Float64Array;
  lightIndex: Int32Array;
  /** Σ_light d. */
  lightAdvantage: number;
  middleCount: number;
  /** r of each middle item. */
  middle: Float64Array;
  /** d of each middle item. */
  middleAdvantage: Float64Array;
  middleIndex: Int32Array;
}

const parts: TierParts = {
  scale: 0,
  heavyCount: 0,
  heavyTail: 0,
  lightCount: 0,
  light: new Float64Array(0),
  lightIndex: new Int32Array(0),
  lightAdvantage: 0,
  middleCount: 0,
  middle: new Float64Array(0),
  middleAdvantage: new Float64Array(0),
  middleIndex: new Int32Array(0),
};

/**
 * Splits a tier: one exponential an item. `drop` is how many nats below its maximum the integrand is cut off.
 *
 * The integrand is at most a constant times that of a Gamma(n + 1) variable x (all z → 0 gives exactly that, and every
 * further factor falls with x), so the window ends before (n + 1) + √(2·drop·(n + 1)) + drop.
 */
export function splitTier(top: Float64Array, size: number, rest: number, drop: number): TierParts {
  reserve(size);
  const { light, lightIndex, middle, middleAdvantage, middleIndex } = parts;
  const heavyFrom = HEAVY_ADVANTAGE + Math.log(size);
  const scale = size + 1 + Math.sqrt(2 * drop * (size + 1)) + drop;
  const lightUpTo = -Math.log(scale);
  let heavyCount = 0;
  let heavyTail = 0;
  let lightCount = 0;
  let lightAdvantage = 0;
  let middleCount = 0;
  for (let a = 0; a < size; a++) {
    const d = top[a] - rest;
    if (d <= lightUpTo) {
      light[lightCount] = exponential(d) * scale;
      lightIndex[lightCount++] = a;
      lightAdvantage += d;
    } else if (d <= heavyFrom) {
      middle[middleCount] = exponential(d);
      middleAdvantage[middleCount] = d;
      middleIndex[middleCount++] = a;
    } else {
      heavyCount++;
      heavyTail += exponential(-d);
    }
  }
  parts.scale = scale;
  parts.heavyCount = heavyCount;
  parts.heavyTail = heavyTail;
  parts.lightCount = lightCount;
  parts.lightAdvantage = lightAdvantage;
  parts.middleCount = middleCount;
  return parts;
}

function reserve(size: number): void {
  if (parts.light.length >= size) return;
  const length = Math.max(size, 2 * parts.light.length);
  parts.light = new Float64Array(length);
  parts.lightIndex = new Int32Array(length);
  parts.middle = new Float64Array(length);
  parts.middleAdvantage = new Float64Array(length);
  parts.middleIndex = new Int32Array(length);
}
