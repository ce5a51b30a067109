import { exponentiate, maximum } from "../passes/log-sum-exp.ts";
import { readRow, writeRow } from "../passes/row-copy.ts";
import type { Scores } from "../passes/scores.ts";

/** max and Σ e^{w_j − max} over the items of a row that no tier names; −∞ and 0 where there are none. */
export interface RestSum {
  /** The largest score. */
  max: number;
  /** Σ e^{w_j − max}. */
  sum: number;
}

/**
 * The passes over all N scores of a row, which cost most of a likelihood where items are many. The pass of this package works in
 * double precision on any array; scores in a memory that vector code reaches can have a faster one, see
 * {@link RestPassOption}.
 */
export interface RestPass {
  /**
   * Computes max and Σ e^{w_j − max} of scores[at … at + itemCount − 1] without the named items, items[from … to − 1]. The sum
   * is NaN where a score is NaN or +∞. Scores are as before afterwards.
   */
  sum(scores: Scores, at: number, itemCount: number, items: Int32Array, from: number, to: number, out: RestSum): void;
  /**
   * Called after `sum` of the same row, with what that found: gradient[at + j] = scale · e^{w_j − max} for all items that are not
   * named, anything for the named ones. `gradient` may be the array of scores itself.
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

/** An option of what works on rows of scores. */
export interface RestPassOption {
  /** The passes over all N scores of a row; those of this package, in double precision, where left out. */
  readonly restPass?: RestPass;
}

let row = new Float64Array(0);

/** Whether any of the first `count` values is NaN: the end of the row may be left from a longer one. */
function hasNaN(values: Float64Array, count: number): boolean {
  for (let i = 0; i < count; i++) if (Number.isNaN(values[i])) return true;
  return false;
}

/**
 * A copy of the row as doubles, the named items at −∞ in it, so that maximum, exponentials and scaling are one plain loop each;
 * one exponential an item.
 */
export const doublePass: RestPass = {
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
