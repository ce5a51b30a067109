import type { RankInterval } from "./rank-uncertainty.ts";

/**
 * Checks whether the rank interval of each item contains its true rank, for simulations of coverage. Items with equal true utilities share
 * their ranks. The interval of each of these items must contain all of the shared ranks, which is the strictest definition.
 *
 * @param ranks - Items with their rank intervals, such as `rankUncertainty(…).items`, in any order.
 * @param trueUtilities - The N utilities from which the data were simulated.
 * @returns One entry per item, by item index.
 *
 * @example
 * ```ts
 * import { coversRanks } from "@tierwise/aggregate";
 *
 * const ranks = [
 *   { item: 0, rankInterval: [1, 2] },
 *   { item: 1, rankInterval: [1, 1] },
 *   { item: 2, rankInterval: [2, 3] },
 * ] as const;
 * console.log(coversRanks(ranks, [0.2, 0.1, -0.3])); // [ true, false, true ]
 * ```
 */
export function coversRanks(
  ranks: readonly { readonly item: number; readonly rankInterval: RankInterval }[],
  trueUtilities: ArrayLike<number>,
): boolean[] {
  const n = trueUtilities.length;
  if (ranks.length !== n) throw new RangeError(`ranks has length ${ranks.length}; expected ${n}, one per true utility`);
  const covered = new Array<boolean>(n).fill(false);
  for (const { item, rankInterval } of ranks) {
    let [better, worse] = [0, 0];
    for (let k = 0; k < n; k++) {
      if (trueUtilities[k] > trueUtilities[item]) better++;
      if (trueUtilities[k] < trueUtilities[item]) worse++;
    }
    covered[item] = rankInterval[0] <= 1 + better && n - worse <= rankInterval[1];
  }
  return covered;
}
