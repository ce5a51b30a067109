import type { UncertainFit } from "../uncertainty/uncertain-fit.ts";
import { checkLevel, differenceError, fitCovariance } from "../uncertainty/uncertain-fit.ts";
import { criticalValues, deviationsOf, topProbabilities } from "./rank-draws.ts";

/** Options for {@link rankUncertainty}. */
export interface RankUncertaintyOptions {
  /** The number of normal draws; ignored if the fit has its own draws. Default: 4000. */
  readonly draws?: number;
  /** The seed of the normal draws. Default: 1. */
  readonly seed?: number;
  /** The level of the rank intervals and of the groups. Default: 0.95. */
  readonly level?: number;
  /** The value of k in the probability of being among the best k. Default: the smaller of 3 and N. */
  readonly k?: number;
  /**
   * The meaning of the level of the rank intervals. Default: `"item"`.
   *
   * - `"item"`: with this probability, each interval contains the rank of its item.
   * - `"table"`: with this probability, all intervals contain the ranks of their items at the same time.
   */
  readonly simultaneous?: "item" | "table";
}

/** The rank of an item with its uncertainty. */
export interface ItemRank {
  /** The rank of the item, where 1 is the largest utility. */
  readonly place: number;
  /** The index of the item. */
  readonly item: number;
  /** The name of the item, if the fit has names. */
  readonly name?: string;
  /** The best and the worst rank that the item may have, at the given level. */
  readonly rankInterval: RankInterval;
  /** The share of draws in which the item is the best. */
  readonly probabilityBest: number;
  /** The share of draws in which the item is among the best k. */
  readonly probabilityTop: number;
}

/** The result of {@link rankUncertainty}. */
export interface RankUncertainty {
  /** The items, best first, in the order of {@link rankedItems}. */
  readonly items: readonly ItemRank[];
  /**
   * The groups of items that the data cannot separate, best first. A group is a maximal run of items in which no two differ significantly,
   * by a joint test of all pairs at the given level. Groups may overlap.
   */
  readonly groups: readonly (readonly number[])[];
  /** The value of k for `probabilityTop`. */
  readonly k: number;
  /** The level of the rank intervals and of the groups. */
  readonly level: number;
  /** The number of draws used. */
  readonly draws: number;
}

/**
 * Computes how uncertain the ranks in a fit are: the probabilities of being the best and among the best k, a rank interval for each item,
 * and the groups of items that the data cannot separate.
 *
 * The rank interval of item j is
 *
 *     [1 + #{k : u_k − u_j > c_j·error_jk},  N − #{k : u_j − u_k > c_j·error_jk}],
 *
 * where c_j is the `level` quantile, over draws, of the largest |t| among the N − 1 differences between j and the other items. Its coverage
 * of the true rank is at least the level, however close the items are (Mogstad, Romano, Shaikh and Wilhelm, Inference for ranks, Review of
 * Economic Studies 91, 2024, and Al Mohamad, Goeman and van Zwet, Simultaneous confidence intervals for ranks, Biometrics 78, 2022).
 *
 * Uses the draws of the fit if it has any (a bootstrap), otherwise normal draws from its covariance. The two probabilities are shares of
 * these draws. These probabilities describe the uncertainty of the estimate and are not tests. Cost: O(draws · N²).
 *
 * @param fit - Utilities with their covariance or draws, such as a converged fit with an interval.
 * @param options - The number of draws, the seed, the level and k.
 *
 * @example
 * ```ts
 * import { rankUncertainty } from "@tierwise/aggregate";
 *
 * // Three items whose utilities have a standard error of about 0.1.
 * const covariance = Float64Array.from([2, -1, -1, -1, 2, -1, -1, -1, 2], (v) => v / 200);
 * const utilities = Float64Array.of(0.5, 0.45, -0.95);
 * const { items, groups } = rankUncertainty({ utilities, covariance, itemNames: ["tea", "coffee", "water"] }, { k: 2 });
 * const lines = items.map(({ name, rankInterval, probabilityBest, probabilityTop }) => {
 *   return `${name}: rank ${rankInterval.join(" to ")}, best ${probabilityBest.toFixed(1)}, top 2 ${probabilityTop.toFixed(1)}`;
 * });
 * console.log(lines.join("\n"));
 * // tea: rank 1 to 2, best 0.6, top 2 1.0
 * // coffee: rank 1 to 2, best 0.4, top 2 1.0
 * // water: rank 3 to 3, best 0.0, top 2 0.0
 * console.log(groups); // [ [ 0, 1 ], [ 2 ] ]
 * ```
 */
export function rankUncertainty(fit: UncertainFit, options: RankUncertaintyOptions = {}): RankUncertainty {
  const n = fit.utilities.length;
  const { draws = 4000, seed = 1, level = 0.95, k = Math.min(3, n), simultaneous = "item" } = options;
  checkOptions(draws, level, k, n, simultaneous);
  const { utilities, itemNames } = fit;
  const covariance = fitCovariance(fit);
  const errors = new Float64Array(n * n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) errors[i * n + j] = differenceError(covariance, n, i, j);
  const deviations = deviationsOf(fit, draws, seed);
  const { perItem, overall } = criticalValues(deviations, errors, n, level);
  const intervals = rankIntervals(utilities, errors, simultaneous === "item" ? perItem : perItem.fill(overall));
  const [best, top] = n === 0 ? [[], []] : [1, k].map((count) => topProbabilities(utilities, deviations, count));
  const order = Int32Array.from(utilities.keys()).sort((a, b) => utilities[b] - utilities[a] || a - b);
  const items = Array.from(order, (item, i) => ({
    place: i + 1,
    item,
    ...(itemNames && { name: itemNames[item] }),
    rankInterval: intervals[item],
    probabilityBest: best[item],
    probabilityTop: top[item],
  }));
  const groups = inseparableGroups(order, utilities, errors, overall);
  return { items, groups, k, level, draws: deviations.count };
}

function checkOptions(draws: number, level: number, k: number, n: number, simultaneous: string): void {
  checkLevel(level);
  if (!Number.isInteger(draws) || draws < 2) {
    throw new RangeError(`draws is ${draws}; expected an integer of at least 2`);
  }
  if (!Number.isInteger(k) || k < Math.min(1, n) || k > n) {
    throw new RangeError(`k is ${k}; expected an integer from 1 to ${n}, the number of items`);
  }
  if (simultaneous !== "item" && simultaneous !== "table") {
    throw new RangeError(`simultaneous is ${JSON.stringify(simultaneous)}; expected "item" or "table"`);
  }
}

/** The best and the worst rank that the data allow. Rank 1 is the best. */
export type RankInterval = readonly [best: number, worst: number];

/**
 * The rank interval of each item, from 1 + the number of significantly better items to N − the number of significantly worse items. A
 * difference is significant if it exceeds `critical[j]` standard errors.
 */
function rankIntervals(utilities: Float64Array, errors: Float64Array, critical: ArrayLike<number>): RankInterval[] {
  const n = utilities.length;
  return Array.from(utilities, (utility, j) => {
    let [better, worse] = [0, 0];
    for (let k = 0; k < n; k++) {
      const difference = utilities[k] - utility;
      if (!isSignificant(difference, errors[j * n + k], critical[j])) continue;
      if (difference > 0) better++;
      else worse++;
    }
    return [1 + better, n - worse];
  });
}

/** Whether a difference exceeds both rounding errors and `critical` times its standard error. */
function isSignificant(difference: number, error: number, critical: number): boolean {
  const size = Math.abs(difference);
  return error > 0 ? size > critical * error : size > 0;
}

/**
 * Finds the groups of items that the data cannot separate: the maximal runs of items, in the order of their utilities, in which no two
 * items differ significantly. Groups may overlap, as in a compact letter display: if A and B cannot be separated, nor B and C, but A and C
 * can, the groups are A B and B C. An item that is separated from both neighbors forms a group of one. Cost: O(N²).
 *
 * @param order - The items, best first.
 */
function inseparableGroups(
  order: Int32Array,
  utilities: Float64Array,
  errors: Float64Array,
  critical: number,
): number[][] {
  const n = order.length;
  const separable = (a: number, b: number): boolean =>
    isSignificant(utilities[order[a]] - utilities[order[b]], errors[order[a] * n + order[b]], critical);
  const groups: number[][] = [];
  let end = 0;
  // A run that starts later cannot end earlier, so both ends only move forward.
  for (let start = 0; start < n; start++) {
    const before = end;
    end = Math.max(end, start + 1);
    while (end < n && !someSeparable(start, end, separable)) end++;
    if (end > before) groups.push(Array.from(order.subarray(start, end)));
  }
  return groups;
}

/** Whether the item at `end` can be separated from any item between `start` and `end`. */
function someSeparable(start: number, end: number, separable: (a: number, b: number) => boolean): boolean {
  for (let a = start; a < end; a++) if (separable(a, end)) return true;
  return false;
}
