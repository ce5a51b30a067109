import { exponential } from "@tierwise/core-integrator/passes";
import { oneLessExponential } from "@tierwise/core-integrator/quadrature";
import { type Arrivals, arrivalMemory as memory, reserveArrivals } from "./arrival-memory.ts";
import { multiplyAll, multiplyBlock, NEGLIGIBLE } from "./banded-products.ts";
import { lightProduct } from "./light-series.ts";
import type { RaceItems } from "./race-items.ts";

/** An item with x ≥ 42 has arrived: 1 − e^{−x} is 1, and x·e^{−x} is below 3e-17. */
const ARRIVED = Math.log(42);
/** An item with x ≤ e^{−42} has not arrived. */
const ABSENT = -42;

/**
 * Computes A and B at log t = y. The cost is proportional to the active items times the width of the band. Returns undefined if k items
 * have certainly arrived. The next call overwrites the result.
 *
 * @param gains - The gain of each middle item; only entries from `plainCount` on are used.
 */
export function arrivalsAt(items: RaceItems, y: number, k: number, gains?: Float64Array): Arrivals | undefined {
  findActive(items, y, k);
  if (memory.width <= 0) return undefined;
  reserveArrivals(memory);
  fillFactors(items.advantage, y, 0, memory.plain, memory.plainOffset);
  fillFactors(items.advantage, y, memory.plain, memory.active, memory.gainedOffset);
  if (gains !== undefined) fillMarks(gains);
  startFromLight(items, y);
  multiplyAll(memory);
  return memory;
}

/** The number of items per block at the latest node. */
export function blockSize(): number {
  return memory.blockSize;
}

/** Stores the product before each item of a block in `rows` and `rowsMarked`: row i − block·blockSize() is for item i. */
export function loadBlock(block: number): void {
  if (memory.loaded !== block) multiplyBlock(memory, block, false);
}

/** Finds the items whose arrival is uncertain, by bisection in both lists of middle items. */
function findActive({ advantage, plainCount, middleCount }: RaceItems, y: number, k: number): void {
  const arrivedPlain = lastAbove(advantage, 0, plainCount, ARRIVED - y);
  const arrivedGained = lastAbove(advantage, plainCount, middleCount, ARRIVED - y);
  memory.plain = lastAbove(advantage, 0, plainCount, ABSENT - y) - arrivedPlain;
  memory.active = memory.plain + lastAbove(advantage, plainCount, middleCount, ABSENT - y) - arrivedGained;
  memory.plainOffset = arrivedPlain;
  memory.gainedOffset = arrivedGained - memory.plain;
  memory.arrived = arrivedPlain + arrivedGained - plainCount;
  memory.width = k - memory.arrived;
}

/** The index after the last entry above `value` among the entries `from` … `to` − 1 of `values`, which are in descending order. */
function lastAbove(values: Float64Array, from: number, to: number, value: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] > value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function fillFactors(advantage: Float64Array, y: number, from: number, to: number, offset: number): void {
  const { x, q, p } = memory;
  for (let i = from; i < to; i++) {
    const rate = exponential(advantage[offset + i] + y);
    x[i] = rate;
    q[i] = exponential(-rate);
    p[i] = rate < 0.5 ? oneLessExponential(rate) : 1 - q[i];
  }
}

function fillMarks(gains: Float64Array): void {
  const { plain, active, gainedOffset, x, q, marks } = memory;
  for (let i = plain; i < active; i++) marks[i] = gains[gainedOffset + i] * x[i] * q[i];
}

/** Computes the polynomial of the light items; it is 1 if there are none. */
function startFromLight({ lightCount, logScale, powerSums }: RaceItems, y: number): void {
  const { light, width, low, high } = memory;
  low[0] = 0;
  high[0] = 0;
  if (lightCount === 0) {
    light.fill(0, 0, width);
    light[0] = 1;
    return;
  }
  lightProduct(powerSums, Math.exp(y - logScale), width, light);
  high[0] = width - 1;
  while (high[0] > 0 && light[high[0]] < NEGLIGIBLE) high[0]--;
  while (low[0] < high[0] && light[low[0]] < NEGLIGIBLE) low[0]++;
}
