import {
  type NamedFit,
  type NamedRankedItem,
  rankUncertainty,
  type Scale,
  scaleUtilities,
  type UncertainFit,
} from "@tierwise/aggregate";
import type { ModelProbabilities } from "./model-probabilities.ts";

/** An item with its value, interval and ranks on a leaderboard. */
export interface LeaderboardItem extends NamedRankedItem {
  /** The item's value on the scale. */
  readonly value: number;
  /** The 95% interval of the value. */
  readonly valueInterval?: readonly [from: number, to: number];
  /** The best and the worst rank that are consistent with the data. */
  readonly rankInterval?: readonly [best: number, worst: number];
  /** The share of random draws of the utilities in which the item is the best. */
  readonly probabilityBest?: number;
  /** The share of random draws of the utilities in which the item is among the best k. */
  readonly probabilityTop?: number;
  /** The groups that contain the item, numbered from 0. The data cannot separate the items in a group. */
  readonly groups?: readonly number[];
  /** The item's places in a ranking drawn from the model, if `--model-probabilities` is set. */
  readonly model?: ModelProbabilities;
}

/** A ranking on a scale, with the uncertainty of the ranks. */
export interface Leaderboard {
  readonly scale: Scale;
  /** The items, best first. */
  readonly items: readonly LeaderboardItem[];
  /** How the ranks were computed; undefined if the fit has neither covariance nor draws. */
  readonly ranks?: RankSummary;
}

/** How the uncertainty of ranks was computed. */
interface RankSummary {
  readonly level: number;
  /** k of `probabilityTop`. */
  readonly k: number;
  readonly draws: number;
  /** The number of groups of items that the data cannot separate. */
  readonly groups: number;
}

/** The scale of the fitted utilities themselves, which tables use if no scale is chosen. */
export const utilityScale: Scale = {
  name: "utility",
  decimals: 3,
  value: (utility) => 0 + utility, // −0 becomes 0
  difference: (difference) => difference,
};

/** The maximum number of items for which ranks are computed. It is limited because each draw compares all pairs. */
export const MOST_RANKED = 1000;
/** The maximum number of comparisons of pairs in all draws together, which takes about two seconds. */
const MOST_COMPARISONS = 1e9;

/** Puts ranked items on a scale and adds the uncertainty of their ranks. */
export function leaderboardOf(fit: NamedFit, ranked: readonly NamedRankedItem[], scale: Scale): Leaderboard {
  const { values, lower, upper } = scaleUtilities(fit, scale);
  const plain = scaleUtilities(fit, utilityScale);
  const scaled = ranked.map((item): LeaderboardItem => {
    const i = item.item;
    const [from, to] = [plain.lower?.[i], plain.upper?.[i]];
    return {
      ...item,
      // Unlike the standard errors of a fit with a prior, these exclude the uncertainty of the mean of all items.
      ...(from !== undefined && to !== undefined && { standardError: (to - from) / 2 / Z95, interval: [from, to] }),
      value: values[i],
      ...(lower && upper && { valueInterval: [lower[i], upper[i]] as const }),
    };
  });
  const hasRanks = fit.covariance !== undefined || fit.draws !== undefined;
  if (!hasRanks || ranked.length === 0 || ranked.length > MOST_RANKED) return { scale, items: scaled };
  const n = ranked.length;
  const draws = Math.max(400, Math.min(4000, Math.floor(MOST_COMPARISONS / n ** 2)));
  const kept = ranked.map(({ item }) => item).sort((a, b) => a - b);
  const uncertainty = rankUncertainty(n === fit.utilities.length ? fit : selected(fit, kept), { draws });
  const byItem = new Map(scaled.map((item) => [item.item, item]));
  const items = uncertainty.items.flatMap(({ item: k, rankInterval, probabilityBest, probabilityTop }) => {
    const item = byItem.get(kept[k]);
    const groups = uncertainty.groups.flatMap((group, g) => (group.includes(k) ? [g] : []));
    return item === undefined ? [] : [{ ...item, rankInterval, probabilityBest, probabilityTop, groups }];
  });
  const { level, k, draws: used, groups } = uncertainty;
  return { scale, items, ranks: { level, k, draws: used, groups: groups.length } };
}

/** The 97.5% quantile of the standard normal distribution. */
const Z95 = 1.959963984540054;

/** Restricts a fit to some of its items. */
function selected({ utilities, covariance, draws }: NamedFit, items: readonly number[]): UncertainFit {
  const [all, n] = [utilities.length, items.length];
  return {
    utilities: Float64Array.from(items, (item) => utilities[item]),
    ...(covariance && {
      covariance: Float64Array.from(
        { length: n * n },
        (_, at) => covariance[items[Math.floor(at / n)] * all + items[at % n]],
      ),
    }),
    ...(draws && {
      draws: {
        ...draws,
        utilities: Float64Array.from(
          { length: draws.count * n },
          (_, at) => draws.utilities[Math.floor(at / n) * all + items[at % n]],
        ),
      },
    }),
  };
}

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

/** Ranks only the items with at least `least` observations, and returns the number of items left out. */
export function frequentItems(
  ranked: readonly NamedRankedItem[],
  counts: Float64Array,
  least: number | undefined,
): { ranked: readonly NamedRankedItem[]; left: number } {
  if (least === undefined) return { ranked, left: 0 };
  const kept = ranked.filter(({ item }) => counts[item] >= least);
  return { ranked: kept.map((item, k) => ({ ...item, place: k + 1 })), left: ranked.length - kept.length };
}

/** The groups of an item as letters, such as `a` or `ab`, or `a-d` for more than two; numbers if there are more than 26 groups. */
export function groupLetters(groups: readonly number[]): string {
  const names = groups.map((group) => (group < 26 ? String.fromCharCode(97 + group) : String(group + 1)));
  if (names.length < 2) return names.join("");
  return names.length === 2 && groups[1] < 26 ? names.join("") : `${names[0]}-${names[names.length - 1]}`;
}

/** A rank interval: `2`, or `2–5`. */
export function rankRange([best, worst]: readonly [number, number]): string {
  return best === worst ? String(best) : `${best}–${worst}`;
}

/** A probability as a percentage without decimals; `<1 %` and `>99 %` if it is almost 0 or 1. */
export function percentage(p: number): string {
  if (p > 0 && p < 0.01) return "<1 %";
  if (p > 0.99 && p < 1) return ">99 %";
  return `${Math.round(100 * p)} %`;
}
