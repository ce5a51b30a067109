import { type Preference, packPreferences } from "@tierwise/core-integrator";
import { type Battles, battleOutcomes, checkBattles } from "../battles/battles.ts";
import type { NamedPreferences } from "../observations/named-preferences.ts";

/** Preferences over items without names. */
export interface CountedPreferences {
  /** N, the number of items. */
  readonly items: number;
  /** One preference per observation. */
  readonly preferences: readonly Preference[];
  /** How often each preference was observed. Default: 1 each. */
  readonly weights?: ArrayLike<number>;
}

/** Options for {@link pairCounts}. */
export interface PairCountsOptions {
  /**
   * How to count a battle without a winner, including "both bad" and "both good". Default: `"half"`.
   *
   * - `"half"`: half a win for each item.
   * - `"drop"`: nothing. Use this to check a fit with `ties: davidson()` or `ties: drop()`, which predicts who wins a battle without a tie.
   */
  readonly ties?: "half" | "drop";
  /** The maximum number of items, which limits the memory for the N × N matrix of counts. Default: 3000 (72 MB). */
  readonly maxItems?: number;
}

/** How often each item was above each other item. */
export interface PairCounts {
  /** N, the number of items. */
  readonly itemCount: number;
  /** The names of the items, if the data have names. */
  readonly itemNames?: readonly string[];
  /** N × N, row-major: `wins[i * N + j]` is the weight of the observations in which item i was above item j. */
  readonly wins: Float64Array;
}

const TIE = battleOutcomes.indexOf("tie");

/**
 * Counts, for each pair of items, how often one was above the other: the input of {@link winMatrix}, {@link calibration},
 * {@link itemFits} and {@link findCycles}.
 *
 * A battle is one observation of one pair. A preference implies one observation for each pair of items in different tiers. Unnamed items
 * count as a tier unless they are unobserved. Items in the same tier imply nothing, since their order is unknown. Pairs from different
 * preferences are independent, but pairs from the same preference are not.
 *
 * The cost is proportional to the number of battles or, for preferences, to the number of implied pairs.
 *
 * @param data - Battles, or preferences with or without item names.
 * @param options - How to count ties.
 *
 * @example
 * ```ts
 * import { pairCounts } from "@tierwise/aggregate";
 *
 * // Item 0 above items 1 and 2, observed five times.
 * const { wins } = pairCounts({ items: 3, preferences: [{ tiers: [[0], [1, 2]] }], weights: [5] });
 * console.log(wins.join(" ")); // 0 5 5 0 0 0 0 0 0
 * ```
 */
export function pairCounts(
  data: Battles | CountedPreferences | NamedPreferences,
  { ties = "half", maxItems = 3000 }: PairCountsOptions = {},
): PairCounts {
  if (ties !== "half" && ties !== "drop") {
    throw new RangeError(`ties is ${JSON.stringify(ties)}; expected "half" or "drop"`);
  }
  const itemCount = "itemNames" in data ? data.itemNames.length : data.items;
  if (!(itemCount <= maxItems)) {
    throw new RangeError(`the data have ${itemCount} items; expected at most ${maxItems}; set maxItems to allow more`);
  }
  const wins = new Float64Array(itemCount * itemCount);
  if ("outcomes" in data) addBattles(data, ties, wins);
  else addPreferences(data.preferences, data.weights, itemCount, wins);
  return { itemCount, ...("itemNames" in data && { itemNames: data.itemNames }), wins };
}

function addBattles(battles: Battles, ties: "half" | "drop", wins: Float64Array): void {
  checkBattles(battles);
  const { left, right, outcomes, weights } = battles;
  const n = battles.itemNames.length;
  for (let r = 0; r < left.length; r++) {
    const weight = checkedWeight(weights, r);
    const [a, b] = outcomes[r] === 1 ? [right[r], left[r]] : [left[r], right[r]];
    if (outcomes[r] < TIE) {
      wins[a * n + b] += weight;
    } else if (ties === "half") {
      wins[a * n + b] += weight / 2;
      wins[b * n + a] += weight / 2;
    }
  }
}

function addPreferences(
  preferences: readonly Preference[],
  weights: ArrayLike<number> | undefined,
  n: number,
  wins: Float64Array,
): void {
  const { count, items, tierOffsets, preferenceOffsets, restIsLowest } = packPreferences(preferences, n);
  const named = new Int32Array(n).fill(-1);
  for (let p = 0; p < count; p++) {
    const weight = weights === undefined ? 1 : checkedWeight(weights, p);
    const end = tierOffsets[preferenceOffsets[p + 1]];
    for (let k = tierOffsets[preferenceOffsets[p]]; k < end; k++) named[items[k]] = p;
    for (let t = preferenceOffsets[p]; t < preferenceOffsets[p + 1]; t++) {
      for (let k = tierOffsets[t]; k < tierOffsets[t + 1]; k++) {
        const row = items[k] * n;
        for (let below = tierOffsets[t + 1]; below < end; below++) wins[row + items[below]] += weight;
        if (restIsLowest[p] === 0) continue;
        for (let other = 0; other < n; other++) if (named[other] !== p) wins[row + other] += weight;
      }
    }
  }
}

function checkedWeight(weights: ArrayLike<number>, at: number): number {
  const weight = weights[at];
  if (!(weight >= 0 && weight < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`weights[${at}] is ${weight}; expected a nonnegative finite number`);
  }
  return weight;
}
