import type { Fit, NamedFit } from "./solvers/fit.ts";

/** An item of a fit with its rank, from {@link rankedItems}. */
export interface RankedItem {
  /** The rank: 1 for the item with the largest utility. */
  readonly place: number;
  /** The index of the item. */
  readonly item: number;
  /** The utility of the item. */
  readonly utility: number;
  /** The standard error of the utility; undefined if the fit has none. */
  readonly standardError?: number;
  /** The 95% interval of the utility, ± 1.96 standard errors; undefined if the fit has none. */
  readonly interval?: readonly [from: number, to: number];
}

/** A {@link RankedItem} of a fit with item names. */
export interface NamedRankedItem extends RankedItem {
  /** The name of the item. */
  readonly name: string;
}

/** The 97.5% quantile of the standard normal distribution: a 95% interval is ± this many standard errors. */
const Z95 = 1.959963984540054;

/**
 * Sorts the items of a fit by utility, best first, with their 95% intervals u ± 1.96 · standard error. Equal items are sorted by index.
 *
 * @param fit - The result of {@link fitUtilities}; if it has item names, so do the ranked items.
 *
 * @example
 * ```ts
 * import { fitUtilities, rankedItems } from "@tierwise/aggregate";
 *
 * const preferences = [{ tiers: [[0], [1]] }, { tiers: [[1], [0]] }];
 * const fit = fitUtilities({ itemNames: ["soup", "stew"], preferences, weights: [10, 30] });
 * const lines = rankedItems(fit).map(({ place, name, utility, interval }) => {
 *   return `${place}. ${name}: ${utility.toFixed(2)}, from ${interval?.map((bound) => bound.toFixed(2)).join(" to ")}`;
 * });
 * console.log(lines.join("\n"));
 * // 1. stew: 0.55, from 0.19 to 0.91
 * // 2. soup: -0.55, from -0.91 to -0.19
 * ```
 */
export function rankedItems(fit: Pick<NamedFit, "itemNames" | "standardErrors" | "utilities">): NamedRankedItem[];
export function rankedItems(fit: Pick<Fit, "standardErrors" | "utilities">): RankedItem[];
export function rankedItems({
  utilities,
  standardErrors,
  itemNames,
}: Pick<Fit, "standardErrors" | "utilities"> & Partial<Pick<NamedFit, "itemNames">>): RankedItem[] {
  const order = Array.from(utilities, (_, item) => item).sort((a, b) => utilities[b] - utilities[a] || a - b);
  return order.map((item, i) => {
    const [utility, standardError] = [utilities[item], standardErrors?.[item]];
    return {
      place: i + 1,
      item,
      ...(itemNames && { name: itemNames[item] }),
      utility,
      ...(standardError !== undefined && {
        standardError,
        interval: [utility - Z95 * standardError, utility + Z95 * standardError] as const,
      }),
    };
  });
}
