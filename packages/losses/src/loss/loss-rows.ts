import type { PackedPreferences, Preference } from "@tierwise/core-integrator";
import { checkEvaluation, weightOf } from "@tierwise/core-integrator/passes";
import type { RankingLoss, RowLoss } from "./ranking-loss.ts";

/** Options for {@link lossRows}. */
export interface LossRowsOptions {
  /** Overwritten with the gradient of the returned value; must have the length of `scores`, and may be the same array. */
  readonly gradient?: Float32Array | Float64Array;
  /** Overwritten with each row's loss, unweighted. */
  readonly values?: Float32Array | Float64Array;
  /** The weight of each row. Default: 1. */
  readonly weights?: ArrayLike<number>;
  /**
   * How the weighted losses of the rows are combined.
   *
   * - `"mean"` (default): the sum divided by the number of rows, regardless of the weights.
   * - `"sum"`: the sum.
   */
  readonly reduction?: "mean" | "sum";
}

/**
 * Evaluates a loss on a batch: computes the loss of preference b on row b of `scores`, and the gradients if requested. The losses
 * of this package allocate nothing once their work memory is large enough. Float32 rows are computed in double precision.
 *
 * An unnamed item with a score of −∞ is removed from the row; any other nonfinite score is an error.
 *
 * @param loss - Any {@link RankingLoss}.
 * @param scores - B × N scores, row-major.
 * @param preferences - B packed preferences over N items.
 * @param options - The output arrays, the weights, and the reduction.
 * @returns The mean or the sum over rows of weight_b · loss_b.
 *
 * @example
 * ```ts
 * import { packPreferences } from "@tierwise/core-integrator";
 * import { lossRows, rankSvmLoss } from "@tierwise/losses";
 *
 * const preferences = packPreferences([{ tiers: [[0]] }, { tiers: [[2], [1]] }], 3);
 * const scores = Float32Array.of(2, 1.5, 0, 0, 0, 0.25);
 * const gradient = new Float32Array(6);
 * console.log(lossRows(rankSvmLoss(), scores, preferences, { gradient })); // 1.5
 * console.log(gradient.join(" ")); // -0.5 0.5 0 1 0 -1
 * ```
 */
export function lossRows(
  loss: RankingLoss,
  scores: Float32Array | Float64Array,
  preferences: PackedPreferences,
  options: LossRowsOptions = {},
): number {
  const { gradient, values, weights, reduction = "mean" } = options;
  checkEvaluation("rows", scores, preferences, options);
  if (reduction !== "mean" && reduction !== "sum") {
    throw new RangeError(`reduction is ${JSON.stringify(reduction)}; expected "mean" or "sum"`);
  }
  const { count, itemCount } = preferences;
  const row = rowLoss(loss);
  const scale = reduction === "mean" && count > 0 ? 1 / count : 1;
  let total = 0;
  for (let b = 0; b < count; b++) {
    const weight = scale * weightOf(weights, b);
    const value = row(scores, b * itemCount, preferences, b, gradient, weight);
    if (values !== undefined) values[b] = value;
    total += weight * value;
  }
  return total;
}

/**
 * Returns a function that evaluates one row at a time, for loops that choose their own rows, such as a mini-batch or the rows of one
 * thread. Uses the `row` form of the loss if it has one; otherwise calls the loss on a copy of each row.
 *
 * @param loss - Any {@link RankingLoss}.
 *
 * @example
 * ```ts
 * import { packPreferences } from "@tierwise/core-integrator";
 * import { plTopKLoss, rowLoss } from "@tierwise/losses";
 *
 * const preferences = packPreferences([{ tiers: [[1]] }, { tiers: [[0]] }], 2);
 * const row = rowLoss(plTopKLoss());
 * console.log(row([0, 0, 1, 0], 2, preferences, 1).toFixed(5)); // 0.31326
 * ```
 */
export function rowLoss(loss: RankingLoss): RowLoss {
  return loss.row ?? byCopy(loss);
}

/** Evaluates any loss on rows. The loss gets a copy of the scores, because the gradient may overwrite them. */
function byCopy(loss: RankingLoss): RowLoss {
  return (scores, at, preferences, p, gradient, weight = 1) => {
    const end = at + preferences.itemCount;
    const part = gradient?.subarray(at, end);
    const value: unknown = loss(scores.slice(at, end), unpack(preferences, p), part);
    if (typeof value !== "number") {
      throw new TypeError(
        `the loss returned a value of type ${typeof value}; expected a number; pass a loss such as rankNetLoss()`,
      );
    }
    if (part !== undefined && weight !== 1) for (let i = 0; i < part.length; i++) part[i] *= weight;
    return value;
  };
}

function unpack({ items, tierOffsets, preferenceOffsets, restIsLowest }: PackedPreferences, p: number): Preference {
  const tiers: Int32Array[] = [];
  for (let t = preferenceOffsets[p]; t < preferenceOffsets[p + 1]; t++) {
    tiers.push(items.subarray(tierOffsets[t], tierOffsets[t + 1]));
  }
  return { tiers, rest: restIsLowest[p] === 1 ? "lowest" : "unobserved" };
}
