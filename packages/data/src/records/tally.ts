import type { MemoryMeter } from "../reading/memory-limit.ts";

/** Counts the occurrences of distinct rows of integers. */
export interface Tally {
  /** The codes in the kept columns; the caller sets them before it calls `add`. */
  readonly more: Int32Array;
  /** Adds a weight to the row with these three codes (the third is below 5) and the additional codes in `more`. */
  add(a: number, b: number, c: number, weight: number, line: number): void;
  /** The columns of the distinct rows, and the total weight of each row. */
  finish(): { readonly columns: readonly Int32Array[]; readonly weights: Float64Array };
}

/** If all codes of a row are below this, the row is counted in an array without hashing. The array fits into the cache of a core. */
const DENSE = 128;
const OUTCOMES = 5;

/**
 * Creates a tally of rows with 3 + `extra` columns. If there are no additional columns, rows with small codes are counted in an array. All
 * other rows are counted in a hash table with linear probing. Nothing is allocated for a row that has occurred before. Weights are added
 * with compensated summation (Neumaier 1974), so that the order of rows does not matter.
 */
export function createTally(extra: number, memory: MemoryMeter): Tally {
  const width = 3 + extra;
  const more = new Int32Array(extra);
  const dense = new Float64Array(extra === 0 ? DENSE * DENSE * OUTCOMES : 0);
  const denseErrors = new Float64Array(dense.length);
  const isDense = extra === 0;
  let slots = new Int32Array(1024);
  let rows = new Int32Array(512 * width);
  let totals = new Float64Array(512);
  let errors = new Float64Array(512);
  let size = 0;

  function hashOf(a: number, b: number, c: number): number {
    let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
    for (let k = 0; k < extra; k++) hash = Math.imul(hash ^ more[k], 0x27d4eb2f) ^ (hash >>> 15);
    return hash ^ (hash >>> 15);
  }

  function isRow(row: number, a: number, b: number, c: number): boolean {
    const at = row * width;
    if (rows[at] !== a || rows[at + 1] !== b || rows[at + 2] !== c) return false;
    for (let k = 0; k < extra; k++) if (rows[at + 3 + k] !== more[k]) return false;
    return true;
  }

  function grow(): void {
    const kept = more.slice();
    rows = grown(rows, new Int32Array(2 * rows.length));
    totals = grown(totals, new Float64Array(2 * totals.length));
    errors = grown(errors, new Float64Array(2 * errors.length));
    slots = new Int32Array(2 * slots.length);
    for (let row = 0; row < size; row++) {
      const at = row * width;
      for (let k = 0; k < extra; k++) more[k] = rows[at + 3 + k];
      slots[freeSlot(hashOf(rows[at], rows[at + 1], rows[at + 2]))] = row + 1;
    }
    more.set(kept);
  }

  function freeSlot(hash: number): number {
    let slot = hash & (slots.length - 1);
    while (slots[slot] > 0) slot = (slot + 1) & (slots.length - 1);
    return slot;
  }

  /** Returns the number of the row with these codes, after adding the row if it is new. */
  function rowOf(a: number, b: number, c: number, line: number): number {
    const mask = slots.length - 1;
    let slot = hashOf(a, b, c) & mask;
    while (slots[slot] > 0 && !isRow(slots[slot] - 1, a, b, c)) slot = (slot + 1) & mask;
    if (slots[slot] > 0) return slots[slot] - 1;
    memory.take(4 * width + 24, line);
    const row = size++;
    const at = row * width;
    rows[at] = a;
    rows[at + 1] = b;
    rows[at + 2] = c;
    for (let k = 0; k < extra; k++) rows[at + 3 + k] = more[k];
    slots[slot] = row + 1;
    if (size === totals.length) grow();
    return row;
  }

  return {
    more,
    add(a, b, c, weight, line) {
      if (isDense && a < DENSE && b < DENSE) {
        increase(dense, denseErrors, (a * DENSE + b) * OUTCOMES + c, weight);
        return;
      }
      // Adding a new row may replace the arrays, so the row is looked up before the arrays are read.
      const row = rowOf(a, b, c, line);
      increase(totals, errors, row, weight);
    },
    finish() {
      const found: number[] = [];
      for (let at = 0; at < dense.length; at++) if (dense[at] !== 0) found.push(at);
      const pair = (at: number): number => Math.floor(at / OUTCOMES);
      const first = [
        found.map((at) => Math.floor(pair(at) / DENSE)),
        found.map((at) => pair(at) % DENSE),
        found.map((at) => at % OUTCOMES),
      ];
      const columns = Array.from({ length: width }, (_, k) => {
        const hashed = Int32Array.from({ length: size }, (_, row) => rows[row * width + k]);
        return joined(first[k] ?? [], hashed);
      });
      const weights = new Float64Array(found.length + size);
      for (const [k, at] of found.entries()) weights[k] = dense[at] + denseErrors[at];
      for (let row = 0; row < size; row++) weights[found.length + row] = totals[row] + errors[row];
      return { columns, weights };
    },
  };
}

/** Adds a weight to a sum, and adds the rounding error to the accumulated error. */
function increase(sums: Float64Array, errors: Float64Array, at: number, weight: number): void {
  const sum = sums[at];
  const next = sum + weight;
  const error = sum >= weight ? sum - next + weight : weight - next + sum;
  if (error !== 0) errors[at] += error;
  sums[at] = next;
}

function joined(one: readonly number[], other: Int32Array): Int32Array {
  const all = new Int32Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

function grown<T extends Int32Array | Float64Array>(array: T, larger: T): T {
  larger.set(array);
  return larger;
}
