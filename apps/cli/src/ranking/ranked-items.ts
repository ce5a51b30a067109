import type { Fit } from "@tierwise/aggregate";

/** An item with its place and utility. */
export interface RankedItem {
  readonly place: number;
  readonly name: string;
  readonly utility: number;
  readonly standardError?: number;
  /** The 95 % interval. */
  readonly interval?: readonly [from: number, to: number];
}

const z95 = 1.959964;

/** The items of a fit, best first. */
export function rankedItems(names: readonly string[], { utilities, standardErrors }: Fit): RankedItem[] {
  const order = names.map((_, item) => item).sort((a, b) => utilities[b] - utilities[a] || a - b);
  return order.map((item, i) => {
    const [utility, standardError] = [utilities[item], standardErrors?.[item]];
    const bounds =
      standardError === undefined
        ? {}
        : { standardError, interval: [utility - z95 * standardError, utility + z95 * standardError] as const };
    return { place: i + 1, name: names[item], utility, ...bounds };
  });
}
