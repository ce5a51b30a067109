import type { ValuedCsr } from "@tierwise/data/rows";
import { allocate, createKernelMemory, createKernels, gemmNT, matrix, rowRange } from "@tierwise/kernels";
import { topK } from "@tierwise/metrics";
import type { NeighborRows, NeighborSettings } from "../model/neighbors-part.ts";
import { hiddenUnits } from "./hidden-units.ts";
import type { Predictor } from "./predictor.ts";

/** The `count` nearest training rows of each row, nearest first. */
export interface NearestRows {
  readonly count: number;
  /** Rows × count indices of training rows. */
  readonly rows: Int32Array;
  /** Rows × count cosines. */
  readonly cosines: Float32Array;
}

/** The number of rows that are compared with all training rows at the same time. */
const rowsAtOnce = 64;

/** Returns a function that finds the nearest training rows exactly; a row takes one multiply-add per training row and hidden unit. */
export function nearestRows(predictor: Predictor, rows: ValuedCsr): (given: ValuedCsr, count: number) => NearestRows {
  const { hidden } = predictor.network.shape;
  const { module } = predictor.network;
  const trained = rows.indptr.length - 1;
  const memory = createKernelMemory({ bytes: 4 * (trained * (hidden + rowsAtOnce) + rowsAtOnce * hidden) + 64 * 32 });
  const kernels = createKernels(module, memory);
  const points = matrix(allocate(memory, Float32Array, trained * hidden), trained, hidden);
  const queries = allocate(memory, Float32Array, rowsAtOnce * hidden);
  const products = allocate(memory, Float32Array, rowsAtOnce * trained);
  points.data.set(unitRows(hiddenUnits(predictor, rows), hidden));
  return (given, most) => {
    const rowCount = given.indptr.length - 1;
    const count = Math.min(most, trained);
    const found = { count, rows: new Int32Array(rowCount * count), cosines: new Float32Array(rowCount * count) };
    const units = unitRows(hiddenUnits(predictor, given), hidden);
    for (let from = 0; from < rowCount; from += rowsAtOnce) {
      const size = Math.min(rowsAtOnce, rowCount - from);
      queries.set(units.subarray(from * hidden, (from + size) * hidden));
      const out = matrix(products, size, trained);
      gemmNT(kernels, out, rowRange(matrix(queries, rowsAtOnce, hidden), 0, size), points);
      for (let i = 0; i < size; i++) {
        const own = products.subarray(i * trained, (i + 1) * trained);
        const best = topK(own, count);
        const at = (from + i) * count;
        found.rows.set(best, at);
        for (let place = 0; place < count; place++) found.cosines[at + place] = own[best[place]];
      }
    }
    return found;
  };
}

/** Divides rows by their Euclidean norms, in place; a row of zeros is unchanged. */
function unitRows(units: Float32Array, width: number): Float32Array {
  for (let from = 0; from < units.length; from += width) {
    let square = 0;
    for (let i = from; i < from + width; i++) square += units[i] * units[i];
    const factor = square > 0 ? 1 / Math.sqrt(square) : 0;
    for (let i = from; i < from + width; i++) units[i] *= factor;
  }
  return units;
}

/** Adds the votes of the k nearest training rows to the scores of every row. */
export function addVotes(
  nearest: NearestRows,
  { items }: Pick<NeighborRows, "items">,
  { count: most, power, weight }: NeighborSettings,
  scores: Float32Array,
  itemCount: number,
): void {
  const count = Math.min(most, nearest.count);
  for (let row = 0; row * itemCount < scores.length; row++) {
    const at = row * nearest.count;
    let total = 0;
    for (let n = at; n < at + count; n++) total += Math.max(0, nearest.cosines[n]) ** power;
    if (total === 0) continue;
    for (let n = at; n < at + count; n++) {
      const vote = (weight * Math.max(0, nearest.cosines[n]) ** power) / total;
      const other = nearest.rows[n];
      for (let e = items.indptr[other]; e < items.indptr[other + 1]; e++)
        scores[row * itemCount + items.indices[e]] += vote;
    }
  }
}
