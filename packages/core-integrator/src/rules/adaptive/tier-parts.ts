import { exponential } from "../../passes/exponentials.ts";

/** With at least this many middle items, bins are used; fewer items are cheaper to evaluate one by one. */
export const MANY_MIDDLE_ITEMS = 160;

/** Items with a larger advantage are heavy: as Σ_heavy 1/r < 1e-17, their factors 1 − e^{−r·x} are 1 in double precision. */
const HEAVY_ADVANTAGE = 40;
/** At z = 42 and above, 1 − e^{−z} is 1 and φ(z) is below 1e-16. */
const LOG_SATURATED = Math.log(42);
const BUCKETS_PER_UNIT = 4;

/**
 * The items of one tier by kind. With r_a = e^{d_a}, d_a = w_a − w_B, and z_a = r_a·x at a node x = e^y:
 *
 * - *heavy* items have factor 1 at every node and are omitted;
 * - *light* items have z ≤ 1 at every node of the window and need no loop over nodes;
 * - *middle* items are all others. If there are few, they are sorted into buckets of d, lowest first, so that items
 *   saturated at a node come last. If there are many, only the sizes and sums of the buckets are computed.
 *
 * All tiers reuse one object.
 */
export interface TierParts {
  /** An upper bound on x in any window of a tier of this size. Light items are stored as u = r·scale ≤ 1. */
  scale: number;
  heavyCount: number;
  /** Σ_heavy e^{−d}, a bound on −log P if every item is heavy. */
  heavyTail: number;
  lightCount: number;
  light: Float64Array;
  lightIndex: Int32Array;
  /** Σ_light d. */
  lightAdvantage: number;
  middleCount: number;
  /** r of each middle item; not filled if there are many. */
  middle: Float64Array;
  /** d of each middle item. */
  middleAdvantage: Float64Array;
  middleIndex: Int32Array;
  /** A lower bound on d of the middle items: the start of the first bucket. */
  lowestMiddle: number;
  bucketCount: number;
  /** Bucket b holds the middle items bucketStart[b] … bucketStart[b + 1] − 1 once they are sorted. */
  bucketStart: Int32Array;
  /** Σ d of each bucket. */
  bucketSum: Float64Array;
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
  lowestMiddle: 0,
  bucketCount: 0,
  bucketStart: new Int32Array(0),
  bucketSum: new Float64Array(0),
};
/** Indices of the middle items before sorting, if there are few. */
const unsorted = new Int32Array(MANY_MIDDLE_ITEMS);

/**
 * Splits a tier at the cost of one exponential per item. The integrand is cut off `drop` nats below its maximum.
 *
 * The integrand is at most a constant times that of a Gamma(n + 1) variable x (equal as all z → 0, and every further
 * factor decreases with x), so the window ends before (n + 1) + √(2·drop·(n + 1)) + drop.
 */
export function splitTier(top: Float64Array, size: number, rest: number, drop: number): TierParts {
  reserve(size);
  classify(top, size, rest, drop, size);
  // Heavy items do not widen the window: a scale that counts many of them would classify light items as middle items.
  if (2 * parts.heavyCount > size) classify(top, size, rest, drop, size - parts.heavyCount);
  if (parts.middleCount > 0) sortMiddle(top, rest);
  return parts;
}

function classify(top: Float64Array, size: number, rest: number, drop: number, counted: number): void {
  const { light, lightIndex, middleIndex } = parts;
  const heavyFrom = HEAVY_ADVANTAGE + Math.log(size);
  const scale = counted + 1 + Math.sqrt(2 * drop * (counted + 1)) + drop;
  const lightUpTo = -Math.log(scale);
  let heavyTail = 0;
  let lightCount = 0;
  let lightAdvantage = 0;
  let carry = 0;
  let middleCount = 0;
  for (let a = 0; a < size; a++) {
    const d = top[a] - rest;
    if (d <= lightUpTo) {
      light[lightCount] = exponential(d) * scale;
      lightIndex[lightCount++] = a;
      // Kahan summation: for scores on a grid, such as Float32 scores, all partial sums would round in the same direction.
      const term = d - carry;
      const sum = lightAdvantage + term;
      carry = sum - lightAdvantage - term;
      lightAdvantage = sum;
    } else if (d <= heavyFrom) {
      middleIndex[middleCount++] = a;
    } else {
      heavyTail += exponential(-d);
    }
  }
  parts.scale = scale;
  parts.heavyCount = size - lightCount - middleCount;
  parts.heavyTail = heavyTail;
  parts.lightCount = lightCount;
  parts.lightAdvantage = lightAdvantage;
  parts.middleCount = middleCount;
  parts.lowestMiddle = lightUpTo;
  parts.bucketCount = Math.floor((heavyFrom - lightUpTo) * BUCKETS_PER_UNIT) + 1;
}

/** The number of middle items that are not saturated at x; they come first. */
export function activeCount({ lowestMiddle, bucketCount, bucketStart }: TierParts, logX: number): number {
  const bucket = Math.floor((LOG_SATURATED - logX - lowestMiddle) * BUCKETS_PER_UNIT) + 1;
  return bucketStart[Math.max(0, Math.min(bucket, bucketCount))];
}

/** Fills the buckets and, if the items are few, sorts them by bucket. */
function sortMiddle(top: Float64Array, rest: number): void {
  const { middle, middleAdvantage, middleIndex, middleCount, lowestMiddle, bucketCount } = parts;
  if (parts.bucketSum.length < bucketCount) {
    parts.bucketStart = new Int32Array(bucketCount + 2);
    parts.bucketSum = new Float64Array(bucketCount);
  }
  const { bucketStart, bucketSum } = parts;
  // Counts are stored two places ahead, so that after summing, the next item of bucket b goes to bucketStart[b + 1].
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
  unsorted.set(middleIndex.subarray(0, middleCount));
  for (let i = 0; i < middleCount; i++) {
    const d = top[unsorted[i]] - rest;
    const to = bucketStart[Math.floor((d - lowestMiddle) * BUCKETS_PER_UNIT) + 1]++;
    middleAdvantage[to] = d;
    middle[to] = exponential(d);
    middleIndex[to] = unsorted[i];
  }
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
