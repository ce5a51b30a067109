import type { ArrivalMemory } from "./arrival-memory.ts";

/** Coefficients below this are dropped at both ends of a polynomial, so that only a band around its mean remains. */
export const NEGLIGIBLE = 1e-26;

/** Multiplies the light items' polynomial by the factors of all active items, and keeps the product before each block. */
export function multiplyAll(memory: ArrivalMemory): void {
  const { active, plain, width, blockSize, light, product, productMarked, checkpoints, checkpointsMarked } = memory;
  memory.loaded = -1;
  for (let m = 0; m < width; m++) {
    product[m] = light[m];
    productMarked[m] = 0;
  }
  for (let block = 0; block * blockSize < active; block++) {
    checkpoints.set(product.subarray(0, width), block * width);
    if (plain < active) checkpointsMarked.set(productMarked.subarray(0, width), block * width);
    multiplyBlock(memory, block, true);
  }
}

/**
 * Multiplies the checkpoint of a block by the factors of the block's items one by one, and keeps the product before each item. If
 * `isFirst`, also computes the bands and the product after the block.
 */
export function multiplyBlock(memory: ArrivalMemory, block: number, isFirst: boolean): void {
  const { active, plain, width, blockSize, q, p, marks, rows, rowsMarked, low, high } = memory;
  const from = block * blockSize;
  const to = Math.min(from + blockSize, active);
  memory.loaded = block;
  startBlock(memory, block, from, to);
  for (let i = from; i < to; i++) {
    const isLast = i === to - 1;
    if (isLast && !isFirst) return;
    const row = (i - from) * width;
    const next = isLast ? 0 : row + width;
    const out = isLast ? memory.product : rows;
    const end = Math.min(high[i] + 1, width - 1);
    multiply(rows, row, low[i], high[i], end, q[i], p[i], out, next);
    if (i >= plain) {
      const outMarked = isLast ? memory.productMarked : rowsMarked;
      multiply(rowsMarked, row, low[i], high[i], end, q[i], p[i], outMarked, next);
      for (let m = low[i]; m <= high[i]; m++) outMarked[next + m] += marks[i] * rows[row + m];
    }
    if (isFirst) trim(memory, out, next, i, end);
  }
}

/** Writes the products before the first item of a block to row 0, and B = 0 to the row of the first item with a gain. */
function startBlock(memory: ArrivalMemory, block: number, from: number, to: number): void {
  const { plain, width, rows, rowsMarked, low, high, checkpoints, checkpointsMarked } = memory;
  for (let m = low[from]; m <= high[from]; m++) rows[m] = checkpoints[block * width + m];
  if (from >= plain) {
    for (let m = low[from]; m <= high[from]; m++) rowsMarked[m] = checkpointsMarked[block * width + m];
  } else if (to > plain) {
    const row = (plain - from) * width;
    rowsMarked.fill(0, row, row + width);
  }
}

/** Finds the band after item i, whose powers are between low[i] and `end`. */
function trim({ low, high }: ArrivalMemory, out: Float64Array, at: number, i: number, end: number): void {
  let first = low[i];
  let last = end;
  while (last > first && out[at + last] < NEGLIGIBLE) last--;
  while (first < last && out[at + first] < NEGLIGIBLE) first++;
  low[i + 1] = first;
  high[i + 1] = last;
}

/** Computes out = (q + p·z)·values for powers `low` … `end`, where `end` is `high` or `high` + 1. */
function multiply(
  values: Float64Array,
  at: number,
  low: number,
  high: number,
  end: number,
  q: number,
  p: number,
  out: Float64Array,
  to: number,
): void {
  let before = 0;
  for (let m = low; m <= high; m++) {
    const value = values[at + m];
    out[to + m] = q * value + p * before;
    before = value;
  }
  if (end > high) out[to + end] = p * before;
}
