/** Receives the product without one item: its coefficients are values[at + low … at + high]. */
export type WithoutItem = (item: number, values: Float64Array, at: number, low: number, high: number) => void;

/** Memory for {@link leaveOneOut}: one polynomial per level of halving. */
export interface LeaveOneOutWork {
  rows: Float64Array;
}

/**
 * For each i = `from` … `to` − 1, calls `receive` with the product of row 0 and the factors q + p·z of all items except i. The factors of
 * one half are multiplied into the product for the other, recursively, in O(n·width·log n). All terms are positive.
 */
export function leaveOneOut(
  work: LeaveOneOutWork,
  q: Float64Array,
  p: Float64Array,
  from: number,
  to: number,
  width: number,
  high: number,
  receive: WithoutItem,
): void {
  const levels = 2 + Math.ceil(Math.log2(Math.max(2, to - from)));
  if (work.rows.length < levels * width) {
    const larger = new Float64Array(2 * levels * width);
    larger.set(work.rows.subarray(0, width));
    work.rows = larger;
  }
  halve(work.rows, q, p, from, to, width, 0, high, receive);
}

function halve(
  rows: Float64Array,
  q: Float64Array,
  p: Float64Array,
  from: number,
  to: number,
  width: number,
  row: number,
  high: number,
  receive: WithoutItem,
): void {
  if (to - from === 1) {
    receive(from, rows, row, 0, high);
    return;
  }
  const middle = (from + to) >> 1;
  halve(rows, q, p, from, middle, width, row + width, times(rows, q, p, middle, to, width, row, high), receive);
  halve(rows, q, p, middle, to, width, row + width, times(rows, q, p, from, middle, width, row, high), receive);
}

/** Writes the product of a row and the factors `from` … `to` − 1 to the next row, and returns the highest power of the product. */
function times(
  rows: Float64Array,
  q: Float64Array,
  p: Float64Array,
  from: number,
  to: number,
  width: number,
  row: number,
  high: number,
): number {
  const next = row + width;
  for (let m = 0; m <= high; m++) rows[next + m] = rows[row + m];
  let last = high;
  for (let i = from; i < to; i++) {
    if (last + 1 < width) rows[next + ++last] = 0;
    for (let m = last; m > 0; m--) rows[next + m] = q[i] * rows[next + m] + p[i] * rows[next + m - 1];
    rows[next] *= q[i];
  }
  return last;
}
