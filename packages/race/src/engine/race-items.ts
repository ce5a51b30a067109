import type { Scores } from "@tierwise/core-integrator";
import { exponential } from "@tierwise/core-integrator/passes";
import { addPowerSums, LIGHT, POWERS } from "./light-series.ts";

/** With fewer items, a series for the light ones does not pay. */
const MANY_ITEMS = 96;
/** Fewer light items than this are treated one by one. */
const MANY_LIGHT_ITEMS = 48;

const BUCKETS_PER_UNIT = 4;
/** Items whose advantage is below −64 are not counted when the window is estimated. */
const BUCKETS = 64 * BUCKETS_PER_UNIT;

/**
 * The items of one race. With d = w − max w, item i arrives at rate λ = e^d, and y = log t.
 *
 * - *light* items have λ·t ≤ 1/16 at every node, and enter through power sums;
 * - *middle* items are all others, in descending order of scores.
 *
 * Items with a score of −∞ never arrive and are in neither list. All races reuse one object.
 */
export interface RaceItems {
  /** The highest score; −∞ if no item can arrive. */
  top: number;
  /** log Σλ. */
  logMass: number;
  middleCount: number;
  /** d of each middle item, descending. */
  advantage: Float64Array;
  middleIndex: Int32Array;
  lightCount: number;
  /** u = λ·scale of each light item. */
  light: Float64Array;
  lightIndex: Int32Array;
  /** The logarithm of the largest t of any node, if there are light items. */
  logScale: number;
  /** Σuⁿ of the light items. */
  readonly powerSums: Float64Array;
  /** An upper bound on log t: beyond it, k items have arrived almost surely. ∞ if no bound was found. */
  last: number;
  /** The curvature of the logarithm of the density of an arrival, in log t: the larger, the smaller the step must be. */
  curvature: number;
}

const items: RaceItems = {
  top: 0,
  logMass: 0,
  middleCount: 0,
  advantage: new Float64Array(0),
  middleIndex: new Int32Array(0),
  lightCount: 0,
  light: new Float64Array(0),
  lightIndex: new Int32Array(0),
  logScale: 0,
  powerSums: new Float64Array(POWERS + 1),
  last: 0,
  curvature: 1,
};

let advantages = new Float64Array(0);
const buckets = new Float64Array(BUCKETS);
const bucketRates = new Float64Array(BUCKETS).map((_, b) => Math.exp(-(b + 0.5) / BUCKETS_PER_UNIT));
const lowestRates = new Float64Array(BUCKETS).map((_, b) => Math.exp(-(b + 1) / BUCKETS_PER_UNIT));

/**
 * Sorts the `count` items scores[at …] into light and middle ones for events within the first `k` arrivals. The integrands are
 * cut off where they are below e^{−drop}.
 */
export function layOutItems(scores: Scores, at: number, count: number, k: number, drop: number): RaceItems {
  reserve(count);
  items.top = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) if (scores[at + i] > items.top) items.top = scores[at + i];
  items.lightCount = 0;
  items.middleCount = 0;
  items.last = Number.POSITIVE_INFINITY;
  items.logMass = 0;
  items.curvature = 1;
  if (items.top === Number.NEGATIVE_INFINITY) return items;
  countBuckets(scores, at, count);
  estimateWindow(count, k, drop);
  items.logScale = items.last;
  const lightUpTo = count < MANY_ITEMS ? Number.NEGATIVE_INFINITY : Math.log(LIGHT) - items.last;
  split(count, lightUpTo);
  if (items.lightCount < MANY_LIGHT_ITEMS) split(count, Number.NEGATIVE_INFINITY);
  items.powerSums.fill(0);
  addPowerSums(items.light, items.lightCount, items.powerSums);
  return items;
}

function reserve(count: number): void {
  if (advantages.length >= count) return;
  const length = Math.max(count, 2 * advantages.length);
  advantages = new Float64Array(length);
  items.advantage = new Float64Array(length);
  items.middleIndex = new Int32Array(length);
  items.light = new Float64Array(length);
  items.lightIndex = new Int32Array(length);
}

function countBuckets(scores: Scores, at: number, count: number): void {
  const { top } = items;
  buckets.fill(0);
  for (let i = 0; i < count; i++) {
    const d = scores[at + i] - top;
    advantages[i] = d;
    const bucket = -BUCKETS_PER_UNIT * d;
    if (bucket < BUCKETS) buckets[bucket | 0]++;
  }
}

/**
 * Bounds log t and finds the curvature. The number C of arrivals is a sum of independent Bernoulli variables with mean μ(t), so
 * P(C < k) ≤ e^{−μ}·(eμ/(k − 1))^{k−1} for μ > k − 1. Buckets, at their lower ends, give a lower bound on μ.
 */
function estimateWindow(count: number, k: number, drop: number): void {
  const target = enoughArrivals(k, drop);
  let mass = 0;
  for (let b = 0; b < BUCKETS; b++) mass += buckets[b] * bucketRates[b];
  items.logMass = Math.log(mass);
  const step = 0.25;
  const start = Math.floor((-items.logMass - 3) / step) * step;
  items.curvature = 1;
  // Beyond y = 68 every counted item has arrived.
  for (let y = start; y < 68; y += step) {
    const t = Math.exp(y);
    let lowest = 0;
    let slope = 0;
    let variance = 0;
    let mean = 0;
    for (let b = 0; b < BUCKETS; b++) {
      if (buckets[b] === 0) continue;
      const x = bucketRates[b] * t;
      const q = exponential(-x);
      lowest += buckets[b] * (1 - exponential(-lowestRates[b] * t));
      mean += buckets[b] * (1 - q);
      slope += buckets[b] * x * q;
      variance += buckets[b] * q * (1 - q);
    }
    // More than k arrivals by far: no integrand has mass here.
    if (mean - 2 * Math.sqrt(variance) <= k && variance > 1e-3) {
      items.curvature = Math.max(items.curvature, (slope * slope) / variance);
    }
    if (lowest >= target) {
      items.last = y;
      return;
    }
    if (lowest > count - 1e-9) return;
  }
}

/** The mean μ for which the bound on P(C < k) is e^{−drop}. */
function enoughArrivals(k: number, drop: number): number {
  const m = Math.max(k - 1, 1e-9);
  let mu = m + drop + Math.sqrt(2 * drop * m);
  for (let i = 0; i < 5; i++) mu -= (mu - m - m * Math.log(mu / m) - drop) / (1 - m / mu);
  return mu;
}

function split(count: number, lightUpTo: number): void {
  const { light, lightIndex, advantage, middleIndex, logScale } = items;
  let lightCount = 0;
  let middleCount = 0;
  for (let i = 0; i < count; i++) {
    const d = advantages[i];
    if (d === Number.NEGATIVE_INFINITY) continue;
    if (d <= lightUpTo) {
      light[lightCount] = exponential(d + logScale);
      lightIndex[lightCount++] = i;
    } else {
      middleIndex[middleCount++] = i;
    }
  }
  items.lightCount = lightCount;
  items.middleCount = middleCount;
  middleIndex.subarray(0, middleCount).sort((a, b) => advantages[b] - advantages[a] || a - b);
  for (let i = 0; i < middleCount; i++) advantage[i] = advantages[middleIndex[i]];
}
