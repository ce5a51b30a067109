import type { Scores } from "@tierwise/core-integrator";
import { exponential } from "@tierwise/core-integrator/passes";
import { addPowerSums, LIGHT, POWERS } from "./light-series.ts";
import { estimateWindow, type TimeWindow } from "./time-window.ts";

/** In a race of fewer items than this, multiplying their factors one by one is faster than a series, so no item is light. */
const MANY_ITEMS = 96;
/** If there are fewer light items than this, they count as middle items. */
const MANY_LIGHT_ITEMS = 48;

/**
 * The items of one race. An item with d = w − max w arrives at rate λ = e^d; y = log t.
 *
 * - *light* items have λ·t ≤ 1/16 at every node, and enter through power sums;
 * - *middle* items are all others: first those without gains, then those with gains, each in descending order of scores.
 *
 * Items with a score of −∞ never arrive and are in neither list. All races reuse one object.
 */
export interface RaceItems extends TimeWindow {
  /** The highest score, or −∞ if no item can arrive. */
  top: number;
  middleCount: number;
  /** The number of middle items without gains. */
  plainCount: number;
  /** The advantage d of each middle item. */
  advantage: Float64Array;
  middleIndex: Int32Array;
  lightCount: number;
  /** The value u = λ·scale of each light item. */
  light: Float64Array;
  lightIndex: Int32Array;
  /** The logarithm of `scale`, the largest t at any node, if there are light items. */
  logScale: number;
  /** Entry n is Σuⁿ over the light items, n = 1 … POWERS. */
  readonly powerSums: Float64Array;
}

const items: RaceItems = {
  top: 0,
  logMass: 0,
  middleCount: 0,
  plainCount: 0,
  advantage: new Float64Array(0),
  middleIndex: new Int32Array(0),
  lightCount: 0,
  light: new Float64Array(0),
  lightIndex: new Int32Array(0),
  logScale: 0,
  powerSums: new Float64Array(POWERS + 1),
  last: 0,
  substitution: { logTime: (s) => s, slope: () => 1, inverse: (logTime) => logTime },
  curvature: 1,
};

let advantages = new Float64Array(0);

/**
 * Divides the `count` items from scores[at] on into light and middle items, for events within the first `k` arrivals. Integrands are
 * truncated where they are below e^{−drop}. If `gains` (one per item) are given, items with nonzero gains come last. The `absent` items
 * affect the time window but are in neither list.
 */
export function layOutItems(
  scores: Scores,
  at: number,
  count: number,
  k: number,
  drop: number,
  gains?: Float64Array,
  absent: readonly number[] = [],
): RaceItems {
  reserve(count);
  items.top = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) if (scores[at + i] > items.top) items.top = scores[at + i];
  items.lightCount = 0;
  items.middleCount = 0;
  items.plainCount = 0;
  if (items.top === Number.NEGATIVE_INFINITY) return items;
  for (let i = 0; i < count; i++) advantages[i] = scores[at + i] - items.top;
  estimateWindow(advantages, count, k, drop, items);
  for (const i of absent) advantages[i] = Number.NEGATIVE_INFINITY;
  items.logScale = items.last;
  const lightUpTo = count < MANY_ITEMS ? Number.NEGATIVE_INFINITY : Math.log(LIGHT) - items.last;
  split(count, lightUpTo, gains);
  if (items.lightCount < MANY_LIGHT_ITEMS) split(count, Number.NEGATIVE_INFINITY, gains);
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

function split(count: number, lightUpTo: number, gains: Float64Array | undefined): void {
  const { light, lightIndex, advantage, middleIndex, logScale } = items;
  let lightCount = 0;
  let middleCount = 0;
  let plainCount = 0;
  for (let i = 0; i < count; i++) {
    const d = advantages[i];
    if (d === Number.NEGATIVE_INFINITY) continue;
    if (d <= lightUpTo) {
      light[lightCount] = exponential(d + logScale);
      lightIndex[lightCount++] = i;
    } else {
      middleIndex[middleCount++] = i;
      if (gains === undefined || gains[i] === 0) plainCount++;
    }
  }
  items.lightCount = lightCount;
  items.middleCount = middleCount;
  items.plainCount = plainCount;
  sortMiddle(gains);
  for (let i = 0; i < middleCount; i++) advantage[i] = advantages[middleIndex[i]];
}

function sortMiddle(gains: Float64Array | undefined): void {
  const { middleIndex, middleCount, plainCount } = items;
  const middle = middleIndex.subarray(0, middleCount);
  if (gains !== undefined && plainCount < middleCount) {
    middle.sort((a, b) => Number(gains[a] !== 0) - Number(gains[b] !== 0) || advantages[b] - advantages[a] || a - b);
  } else {
    middle.sort((a, b) => advantages[b] - advantages[a] || a - b);
  }
}
