import { exponential } from "../../passes/exponentials.ts";
import { BUCKETS_PER_UNIT } from "./buckets.ts";
import { tierWork } from "./compiled-work.ts";
import { MANY_MIDDLE_ITEMS } from "./tier-memory.ts";

/** Items with a larger advantage are heavy: because Σ_heavy 1/r < 1e-17, their factors 1 − e^{−r·x} are 1 in double precision. */
const HEAVY_ADVANTAGE = 40;
/** Items with z up to this bound at every node are light. */
const LARGEST_LIGHT = 4;

/**
 * The items of one tier by kind. With r_a = e^{d_a}, d_a = w_a − w_B, and z_a = r_a·x at a node x = e^y:
 *
 * - *heavy* items have factor 1 at every node and are omitted;
 * - *light* items have z ≤ 4 at every node of the window and need no loop over nodes;
 * - *middle* items are all others. If there are few, they are sorted into buckets of d, lowest first, so that items
 *   saturated at a node come last. If there are many, only the sizes and sums of the buckets are computed.
 *
 * All tiers reuse one object. The arrays of `tierWork()` contain u of the light items, r of the middle items, and the buckets.
 */
export interface TierParts {
  /** An upper bound on x in any window of a tier of this size. Light items are stored as u = r·scale ≤ 4. */
  scale: number;
  heavyCount: number;
  /** Σ_heavy e^{−d}, a bound on −log P if every item is heavy. */
  heavyTail: number;
  lightCount: number;
  /** The largest u of the light items. */
  largestLight: number;
  lightIndex: Int32Array;
  /** Σ_light d. */
  lightAdvantage: number;
  middleCount: number;
  /** The advantage d of each middle item. */
  middleAdvantage: Float64Array;
  middleIndex: Int32Array;
  /** A lower bound on d of the middle items: the start of the first bucket. */
  lowestMiddle: number;
  bucketCount: number;
  /** Σ d of each bucket. */
  bucketSum: Float64Array;
}

const parts: TierParts = {
  scale: 0,
  heavyCount: 0,
  heavyTail: 0,
  lightCount: 0,
  largestLight: 0,
  lightIndex: new Int32Array(0),
  lightAdvantage: 0,
  middleCount: 0,
  middleAdvantage: new Float64Array(0),
  middleIndex: new Int32Array(0),
  lowestMiddle: 0,
  bucketCount: 0,
  bucketSum: new Float64Array(512),
};
/** Indices of the middle items before sorting, if there are few. */
const unsorted = new Int32Array(MANY_MIDDLE_ITEMS);

/**
 * Divides a tier into heavy, light and middle items, at the cost of one exponential per item. The integrand is cut off `drop` nats below
 * its maximum.
 *
 * The integrand is at most a constant times the integrand for a Gamma(n + 1) variable x (the two agree as all z tend to 0, and all other
 * factors decrease with x). The window therefore ends before (n + 1) + √(2·drop·(n + 1)) + drop.
 */
export function splitTier(top: Float64Array, size: number, rest: number, drop: number): TierParts {
  reserve(size);
  classify(top, size, rest, drop, size);
  // If most items are heavy, classifies again without counting them: a scale that counts them would turn light items into middle items.
  if (2 * parts.heavyCount > size) classify(top, size, rest, drop, size - parts.heavyCount);
  if (parts.middleCount > 0) sortMiddle(top, rest);
  return parts;
}

function classify(top: Float64Array, size: number, rest: number, drop: number, counted: number): void {
  const { light } = tierWork();
  const { lightIndex, middleIndex } = parts;
  const heavyFrom = HEAVY_ADVANTAGE + Math.log(size);
  const scale = counted + 1 + Math.sqrt(2 * drop * (counted + 1)) + drop;
  const lightUpTo = Math.log(LARGEST_LIGHT / scale);
  let heavyTail = 0;
  let lightCount = 0;
  let largestLight = 0;
  let lightAdvantage = 0;
  let carry = 0;
  let middleCount = 0;
  let highestMiddle = lightUpTo;
  for (let a = 0; a < size; a++) {
    const d = top[a] - rest;
    if (d <= lightUpTo) {
      const u = exponential(d) * scale;
      if (u > largestLight) largestLight = u;
      light[lightCount] = u;
      lightIndex[lightCount++] = a;
      // Uses Kahan summation, because for scores on a grid, such as Float32 scores, all partial sums would round in the same direction.
      const term = d - carry;
      const sum = lightAdvantage + term;
      carry = sum - lightAdvantage - term;
      lightAdvantage = sum;
    } else if (d <= heavyFrom) {
      if (d > highestMiddle) highestMiddle = d;
      middleIndex[middleCount++] = a;
    } else {
      heavyTail += exponential(-d);
    }
  }
  parts.scale = scale;
  parts.heavyCount = size - lightCount - middleCount;
  parts.heavyTail = heavyTail;
  parts.lightCount = lightCount;
  parts.largestLight = largestLight;
  parts.lightAdvantage = lightAdvantage;
  parts.middleCount = middleCount;
  parts.lowestMiddle = lightUpTo;
  parts.bucketCount = Math.floor((highestMiddle - lightUpTo) * BUCKETS_PER_UNIT) + 1;
}

/** Fills the buckets and, if there are few items, sorts them by bucket. */
function sortMiddle(top: Float64Array, rest: number): void {
  const { middle, bucketStart } = tierWork();
  const { middleAdvantage, middleIndex, middleCount, lowestMiddle, bucketCount, bucketSum } = parts;
  // The count of bucket b is stored at b + 2, so that after summing, bucketStart[b + 1] is where its next item goes.
  bucketStart.fill(0, 0, bucketCount + 2);
  bucketSum.fill(0, 0, bucketCount);
  for (let i = 0; i < middleCount; i++) {
    const d = top[middleIndex[i]] - rest;
    const bucket = Math.floor((d - lowestMiddle) * BUCKETS_PER_UNIT);
    bucketStart[bucket + 2]++;
    bucketSum[bucket] += d;
    middleAdvantage[i] = d;
  }
  for (let b = 2; b <= bucketCount + 1; b++) bucketStart[b] += bucketStart[b - 1];
  if (middleCount >= MANY_MIDDLE_ITEMS) {
    bucketStart.copyWithin(1, 2, bucketCount + 2);
    return;
  }
  for (let i = 0; i < middleCount; i++) unsorted[i] = middleIndex[i];
  for (let i = 0; i < middleCount; i++) {
    const d = top[unsorted[i]] - rest;
    const to = bucketStart[Math.floor((d - lowestMiddle) * BUCKETS_PER_UNIT) + 1]++;
    middleAdvantage[to] = d;
    middle[to] = exponential(d);
    middleIndex[to] = unsorted[i];
  }
  middle[middleCount] = Number.POSITIVE_INFINITY;
}

function reserve(size: number): void {
  tierWork().reserve(size);
  if (parts.lightIndex.length >= size) return;
  const length = Math.max(size, 2 * parts.lightIndex.length);
  parts.lightIndex = new Int32Array(length);
  parts.middleAdvantage = new Float64Array(length);
  parts.middleIndex = new Int32Array(length);
}
