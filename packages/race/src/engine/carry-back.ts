import type { Arrivals } from "./arrival-memory.ts";
import { blockSize, loadBlock } from "./arrivals.ts";

/** Derivatives of a metric with respect to the coefficients of A and B; `width` + 1 entries each, the last of which is 0. */
export interface Adjoint {
  a: Float64Array;
  b: Float64Array;
}

/**
 * Carries the derivatives back through each factor, last item first, and adds weight × the derivatives with respect to the scores
 * of the middle items to `gradient`. An item with gain g takes A and B to
 *
 *     A′ = f·A,   B′ = f·B + g·x·q·A,   f = q + p·z,   df/dw = x·q·(z − 1),   d(x·q)/dw = x·q·(1 − x).
 *
 * B is 0 before the first item with a gain, so only A is carried back through items without gains. Cost per item: the width of its band.
 */
export function carryBack(node: Arrivals, adjoint: Adjoint, weight: number, gradient: Float64Array): void {
  const { active, plain, plainOffset, gainedOffset } = node;
  const size = blockSize();
  for (let block = Math.ceil(active / size) - 1; block >= 0; block--) {
    loadBlock(block);
    const from = block * size;
    for (let i = Math.min(from + size, active) - 1; i >= from; i--) {
      if (i < plain) gradient[plainOffset + i] += weight * throughPlain(node, adjoint.a, i, i - from);
      else gradient[gainedOffset + i] += weight * throughGained(node, adjoint, i, i - from);
    }
  }
}

function throughPlain(
  { width, x, q, p, low, high, rows }: Arrivals,
  adjoint: Float64Array,
  i: number,
  row: number,
): number {
  const at = row * width;
  const last = high[i];
  const qi = q[i];
  const pi = p[i];
  let moved = 0;
  let a = adjoint[low[i]];
  for (let m = low[i]; m <= last; m++) {
    const next = adjoint[m + 1];
    moved += (next - a) * rows[at + m];
    adjoint[m] = qi * a + pi * next;
    a = next;
  }
  return x[i] * qi * moved;
}

function throughGained(node: Arrivals, { a: adjointA, b: adjointB }: Adjoint, i: number, row: number): number {
  const { width, x, q, p, marks, low, high, rows, rowsMarked } = node;
  const at = row * width;
  const last = high[i];
  const qi = q[i];
  const pi = p[i];
  const mark = marks[i];
  let moved = 0;
  let marked = 0;
  let a = adjointA[low[i]];
  let b = adjointB[low[i]];
  for (let m = low[i]; m <= last; m++) {
    const nextA = adjointA[m + 1];
    const nextB = adjointB[m + 1];
    const value = rows[at + m];
    moved += (nextA - a) * value + (nextB - b) * rowsMarked[at + m];
    marked += b * value;
    adjointA[m] = qi * a + pi * nextA + mark * b;
    adjointB[m] = qi * b + pi * nextB;
    a = nextA;
    b = nextB;
  }
  return x[i] * qi * moved + mark * (1 - x[i]) * marked;
}
