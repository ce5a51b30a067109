import { addCellMoments, CELL_ENTRIES, cellsToMasses, interpolateCell, toCellCoefficients } from "./cells.ts";
import { addMoments, interpolate, POINTS, toCoefficients, toMasses } from "./chebyshev.ts";
import { findSlot, newSlots, resetSlots, type Slots } from "./slots.ts";
import type { TierLayout } from "./tier-layout.ts";

/** A range of items, sorted into unit-wide bins of scores, lowest bin first. Memory grows and is reused. */
export interface ScoreBins {
  /** The number of bins. */
  count: number;
  /** The lower end of each bin, an integer: ⌊w⌋ and w − ⌊w⌋ are exact for w of any size. */
  start: Float64Array;
  /** The items' weights as masses at the points of each bin, POINTS entries per bin. */
  mass: Float64Array;
  /** The effect of the masses in the opposite bins at the same points; initially 0. */
  field: Float64Array;
  /** The index of the bin with a given start. */
  readonly slots: Slots;
}

export function newScoreBins(): ScoreBins {
  const none = new Float64Array(0);
  return { count: 0, start: none, mass: none, field: none, slots: newSlots() };
}

/** Sums of this many terms lose at most 1e-13 to rounding; longer sums are split. */
const SHORT_SUM = 4096;
let partial = new Float64Array(0);
let cells = new Float64Array(0);

/** Above this many items per bin, it is faster to divide bins into cells. */
const CROWDED = 200;

function isCrowded({ count }: ScoreBins, from: number, to: number): boolean {
  return to - from >= CROWDED * count;
}

/** Puts the items `from` … `to` − 1 of the layout into bins. */
export function fillBins(bins: ScoreBins, layout: TierLayout, from: number, to: number): void {
  findBins(bins, layout.scores, from, to);
  const length = bins.count * POINTS;
  if (bins.mass.length < length) {
    bins.mass = new Float64Array(2 * length);
    bins.field = new Float64Array(2 * length);
  }
  growCells(bins.count);
  bins.mass.fill(0, 0, length);
  bins.field.fill(0, 0, length);
  if (isCrowded(bins, from, to)) fillCells(bins, layout, from, to);
  else fillEach(bins, layout, from, to);
}

function growCells(count: number): void {
  if (partial.length >= count * CELL_ENTRIES) return;
  partial = new Float64Array(2 * count * CELL_ENTRIES);
  cells = new Float64Array(2 * count * CELL_ENTRIES);
}

function fillEach(bins: ScoreBins, layout: TierLayout, from: number, to: number): void {
  const length = bins.count * POINTS;
  const stride = Math.max(SHORT_SUM, 8 * length);
  for (let i = from; i < to; i += stride) {
    partial.fill(0, 0, length);
    addItems(bins.slots, layout, i, Math.min(i + stride, to));
    for (let k = 0; k < length; k++) bins.mass[k] += partial[k];
  }
  for (let at = 0; at < length; at += POINTS) toMasses(bins.mass, at);
}

function addItems(slots: Slots, { scores, weights }: TierLayout, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const score = scores[i];
    const start = Math.floor(score);
    addMoments(partial, slots.value[findSlot(slots, start)] * POINTS, score - start, weights[i]);
  }
}

function fillCells(bins: ScoreBins, layout: TierLayout, from: number, to: number): void {
  const length = bins.count * CELL_ENTRIES;
  cells.fill(0, 0, length);
  const stride = Math.max(SHORT_SUM, 8 * length);
  for (let i = from; i < to; i += stride) {
    partial.fill(0, 0, length);
    addToCells(bins.slots, layout, i, Math.min(i + stride, to));
    for (let k = 0; k < length; k++) cells[k] += partial[k];
  }
  for (let bin = 0; bin < bins.count; bin++) cellsToMasses(cells, bin * CELL_ENTRIES, bins.mass, bin * POINTS);
}

function addToCells(slots: Slots, { scores, weights }: TierLayout, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const score = scores[i];
    const start = Math.floor(score);
    addCellMoments(partial, slots.value[findSlot(slots, start)] * CELL_ENTRIES, score - start, weights[i]);
  }
}

/** Adds sign · weight · field to the gradient of each item, and may overwrite the field with coefficients. */
export function addField(bins: ScoreBins, layout: TierLayout, from: number, to: number, sign: 1 | -1): void {
  const { count, field, slots } = bins;
  const { scores, weights, gradient } = layout;
  if (isCrowded(bins, from, to)) {
    for (let bin = 0; bin < count; bin++) toCellCoefficients(field, bin * POINTS, cells, bin * CELL_ENTRIES);
    for (let i = from; i < to; i++) {
      const score = scores[i];
      const start = Math.floor(score);
      const at = slots.value[findSlot(slots, start)] * CELL_ENTRIES;
      gradient[i] += sign * weights[i] * interpolateCell(cells, at, score - start);
    }
    return;
  }
  for (let bin = 0; bin < count; bin++) toCoefficients(field, bin * POINTS);
  for (let i = from; i < to; i++) {
    const score = scores[i];
    const start = Math.floor(score);
    const at = slots.value[findSlot(slots, start)] * POINTS;
    gradient[i] += sign * weights[i] * interpolate(field, at, score - start);
  }
}

function findBins(bins: ScoreBins, scores: Float64Array, from: number, to: number): void {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i++) {
    if (scores[i] < low) low = scores[i];
    if (scores[i] > high) high = scores[i];
  }
  const lowest = Math.floor(low);
  const most = Math.min(to - from, Math.floor(high) - lowest + 1);
  const { slots } = bins;
  resetSlots(slots, lowest, most);
  if (bins.start.length < most) bins.start = new Float64Array(2 * most);
  bins.count = 0;
  for (let i = from; i < to; i++) {
    const start = Math.floor(scores[i]);
    const slot = findSlot(slots, start);
    if (slots.value[slot] >= 0) continue;
    slots.key[slot] = start;
    slots.value[slot] = 0;
    bins.start[bins.count++] = start;
  }
  bins.start.subarray(0, bins.count).sort();
  for (let bin = 0; bin < bins.count; bin++) slots.value[findSlot(slots, bins.start[bin])] = bin;
}
