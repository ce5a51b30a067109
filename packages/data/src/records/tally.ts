import type { MemoryMeter } from "../reading/memory-limit.ts";

/** Counts distinct rows of integers. */
export interface Tally {
  /** The number of distinct rows. */
  size(): number;
  /** The number of the row with these codes: three, and further ones in `more`. It is added, with weight 0, if it is new. */
  rowOf(a: number, b: number, c: number, line: number): number;
  /** Adds a weight to a row. */
  increase(row: number, weight: number): void;
  /** The codes of the kept columns of the row that `rowOf` looks up next. */
  readonly more: Int32Array;
  /** Column k of the distinct rows, in order of first occurrence. */
  column(k: number): Int32Array;
  /** The total weight of each distinct row. */
  weights(): Float64Array;
}

/**
 * Creates a tally of rows with 3 + `extra` columns. Rows are found by a hash in a table with linear probing; nothing is allocated
 * for a row that has occurred before. Weights are added with the rounding error carried along (Neumaier 1974), so their order does
 * not matter.
 */
export function createTally(extra: number, memory: MemoryMeter): Tally {
  const width = 3 + extra;
  const more = new Int32Array(extra);
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

  return {
    size: () => size,
    more,
    rowOf(a, b, c, line) {
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
    },
    increase(row, weight) {
      const total = totals[row];
      const sum = total + weight;
      const error = total >= weight ? total - sum + weight : weight - sum + total;
      if (error !== 0) errors[row] += error;
      totals[row] = sum;
    },
    column: (k) => Int32Array.from({ length: size }, (_, row) => rows[row * width + k]),
    weights: () => totals.subarray(0, size).map((total, row) => total + errors[row]),
  };
}

function grown<T extends Int32Array | Float64Array>(array: T, larger: T): T {
  larger.set(array);
  return larger;
}
