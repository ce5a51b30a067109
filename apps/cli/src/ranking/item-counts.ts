import type { Fit, NamedRankedItem } from "@tierwise/aggregate";
import { count } from "../terminal/numbers.ts";
import { type Leaderboard, type LeaderboardItem, MOST_RANKED } from "./leaderboard.ts";

/** Preferences over named items. */
interface Preferences {
  readonly itemNames: readonly string[];
  readonly preferences: readonly { readonly tiers: readonly ArrayLike<number>[] }[];
  readonly weights: Float64Array;
}

/** The number of observations that mention each item. */
export function itemCounts({ itemNames, preferences, weights }: Preferences): Float64Array {
  const counts = new Float64Array(itemNames.length);
  for (const [i, { tiers }] of preferences.entries()) {
    for (const tier of tiers) for (let k = 0; k < tier.length; k++) counts[tier[k]] += weights[i];
  }
  return counts;
}

/** The items with at least `least` observations, with new places, and the number of the others. */
export function frequentItems(
  ranked: readonly NamedRankedItem[],
  counts: Float64Array,
  least: number | undefined,
): { ranked: readonly NamedRankedItem[]; left: number } {
  if (least === undefined) return { ranked, left: 0 };
  const kept = ranked.filter(({ item }) => counts[item] >= least);
  return { ranked: kept.map((item, k) => ({ ...item, place: k + 1 })), left: ranked.length - kept.length };
}

/** What the sentences below a ranking depend on. */
interface RankingFacts {
  readonly fit: Fit;
  readonly board: Leaderboard;
  readonly shown: readonly LeaderboardItem[];
  readonly counts: Float64Array;
  readonly left: number;
  readonly flags: {
    readonly minItemRatings?: number;
    readonly allowUnconverged?: boolean;
    readonly loss?: string;
    readonly solver?: string;
  };
}

/** Below this many observations, a place says more about chance than about the item. */
const FEW = 5;

/** What a reader should know about a ranking: items left out, rare items at the top, intervals that are missing. */
export function rankingNotes({ fit, board, shown, counts, left, flags }: RankingFacts): string[] {
  const notes: string[] = [];
  if (left > 0)
    notes.push(`${count(left)} items with fewer than ${flags.minItemRatings} observations are left out of the ranking`);
  const top = shown.slice(0, 10);
  const rare = top.filter(({ item }) => counts[item] < FEW);
  const isMixed = counts.some((times) => times >= FEW);
  if (flags.minItemRatings === undefined && isMixed && 2 * rare.length > top.length) {
    notes.push(
      `${rare.length} of the first ${top.length} items were observed fewer than ${FEW} times; --min-item-ratings ${FEW} leaves such items out`,
    );
  }
  const { items, ranks } = board;
  if (items.length > 0 && items.every(({ interval }) => interval === undefined)) {
    notes.push(`intervals are left out: ${missingIntervals(fit, counts.length, flags)}`);
  } else if (fit.interval !== undefined && ranks !== undefined) {
    notes.push(`95 % intervals by ${fit.interval.method}; items that share a letter cannot be separated`);
  } else if (items.length > MOST_RANKED) {
    notes.push(`rank intervals are left out: they are computed for up to ${count(MOST_RANKED)} items`);
  }
  return notes;
}

/** The number of items up to which a fit computes intervals unless told otherwise. */
const MOST_ITEMS = 2000;

function missingIntervals({ converged }: Fit, items: number, { loss, solver }: RankingFacts["flags"]): string {
  if (!converged) return "the fit has not converged";
  if (loss !== undefined && loss !== "pl-partition")
    return `--loss ${loss} is not a likelihood, which they follow from`;
  if (solver === "adagrad") return "--solver adagrad stops before the maximum, where they are computed";
  if (items > MOST_ITEMS)
    return `they are computed for up to ${count(MOST_ITEMS)} items, and there are ${count(items)}`;
  return "the observations do not determine them";
}
