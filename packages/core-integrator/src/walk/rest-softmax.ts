import { exponentiate, maximum } from "../passes/exponentials.ts";
import { readRow, writeRow } from "../passes/row-copy.ts";
import type { Scores } from "../passes/scores.ts";

/** max and Σ e^{w_j − max} over the items of a row that appear in no tier; −∞ and 0 if there are none. */
export interface RestSum {
  /** The largest score. */
  max: number;
  /** Σ e^{w_j − max}. */
  sum: number;
}

/**
 * The softmax over the unnamed items of a row, which dominates the cost of a likelihood with many items. The built-in softmax works in
 * double precision on any array. If SIMD code can access the scores, a faster implementation can replace it; see {@link RestSoftmaxOption}.
 */
export interface RestSoftmax {
  /**
   * Computes max and Σ e^{w_j − max} of scores[at … at + itemCount − 1] without the named items, items[from … to − 1]. The sum
   * is NaN if a score is NaN or +∞.
   *
   * @param inPlace - Whether `write` follows with `scores` as the gradient. If so, the scores of unnamed items may be overwritten unless
   *   the sum is NaN. All other scores are unchanged on return.
   */
  sum(
    scores: Scores,
    at: number,
    itemCount: number,
    items: Int32Array,
    from: number,
    to: number,
    out: RestSum,
    inPlace: boolean,
  ): void;
  /**
   * Called after `sum` for the same row, with its results: sets gradient[at + j] = scale · e^{w_j − max} for all items that are
   * not named; the values of named items are arbitrary. `gradient` may be `scores` itself.
   */
  write(
    scores: Scores,
    at: number,
    itemCount: number,
    max: number,
    scale: number,
    gradient: Float32Array | Float64Array,
  ): void;
}

/** The option that replaces the softmax over the unnamed items. */
export interface RestSoftmaxOption {
  /** The softmax over the unnamed items of a row. Default: the built-in softmax, in double precision. */
  readonly restSoftmax?: RestSoftmax;
}

let row = new Float64Array(0);

/** Whether any of the first `count` values is NaN. Later entries are ignored, because they may be left over from a longer row. */
function hasNaN(values: Float64Array, count: number): boolean {
  for (let i = 0; i < count; i++) if (Number.isNaN(values[i])) return true;
  return false;
}

/**
 * Works on a copy of the row in double precision with the named items set to −∞, so that maximum, exponentials and scaling are
 * one simple loop each. Costs one exponential per item.
 */
export const doublePrecisionSoftmax: RestSoftmax = {
  sum(scores, at, itemCount, items, from, to, out) {
    if (row.length < itemCount) row = new Float64Array(itemCount);
    readRow(scores, at, itemCount, row);
    for (let i = from; i < to; i++) row[items[i]] = Number.NEGATIVE_INFINITY;
    out.max = maximum(row, 0, itemCount);
    if (out.max > Number.NEGATIVE_INFINITY) out.sum = exponentiate(row, 0, itemCount, out.max);
    else out.sum = hasNaN(row, itemCount) ? Number.NaN : 0;
  },
  write(_scores, at, itemCount, _max, scale, gradient) {
    writeRow(row, scale, itemCount, gradient, at);
  },
};
