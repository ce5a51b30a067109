import type { Preference } from "@tierwise/core-integrator";

/** Weighted pairwise comparisons, in which each ordered pair of items occurs once. */
export interface WeightedPairs {
  /** Preferences with two tiers of one item each: a separator and an item below it. */
  readonly preferences: readonly Preference[];
  /** The weight of each pair: Σ 1/(κ − p) over the observations in which it occurs. */
  readonly weights: Float64Array;
}

/**
 * Breaks preferences into weighted pairwise comparisons (Khetan & Oh 2016). A *separator* is an item that is alone in its tier, so that
 * every other item of the observation is known to be above or below it. The separator at position p of κ items is compared with each of the
 * κ − p items below it. Each comparison has the weight 1/(κ − p), so the weights for one separator add up to 1.
 *
 * Comparisons between other items are omitted, because treating them as independent pairs would bias the estimate.
 *
 * @param preferences - The result of {@link preferencesFromGraphs}, or any preferences with `rest: "unobserved"`.
 * @param weights - How often each preference was observed. Default: 1.
 *
 * @example
 * ```ts
 * import { breakIntoPairs } from "@tierwise/rank-breaking";
 *
 * // Four items: 2 is the best, 0 is second; 1 and 3 are below both.
 * const { preferences, weights } = breakIntoPairs([{ tiers: [[2], [0], [1, 3]], rest: "unobserved" }]);
 * console.log(preferences.map(({ tiers }, i) => `${tiers.join(" > ")}: ${weights[i].toFixed(2)}`).join(", "));
 * // 2 > 0: 0.33, 2 > 1: 0.33, 2 > 3: 0.33, 0 > 1: 0.50, 0 > 3: 0.50
 * ```
 */
export function breakIntoPairs(preferences: readonly Preference[], weights?: ArrayLike<number>): WeightedPairs {
  checkWeights(preferences, weights);
  const weightOf = new Map<number, Map<number, number>>();
  for (const [b, preference] of preferences.entries()) {
    const items = itemsInOrder(preference, b);
    let passed = 0;
    for (const tier of preference.tiers) {
      passed += tier.length;
      if (tier.length !== 1 || passed === items.length) continue;
      const weight = (weights?.[b] ?? 1) / (items.length - passed);
      const against = weightOf.get(tier[0]) ?? new Map<number, number>();
      weightOf.set(tier[0], against);
      for (let i = passed; i < items.length; i++) against.set(items[i], (against.get(items[i]) ?? 0) + weight);
    }
  }
  const pairs = [...weightOf].flatMap(([better, against]) =>
    [...against].map(([worse, weight]) => ({ better, worse, weight })),
  );
  return {
    preferences: pairs.map(({ better, worse }) => ({ tiers: [[better], [worse]], rest: "unobserved" })),
    weights: Float64Array.from(pairs, ({ weight }) => weight),
  };
}

function itemsInOrder({ tiers, rest }: Preference, b: number): number[] {
  if (rest !== "unobserved") {
    throw new RangeError(`preferences[${b}].rest is ${JSON.stringify(rest)}; expected "unobserved"`);
  }
  return tiers.flatMap((tier) => Array.from(tier));
}

function checkWeights(preferences: readonly Preference[], weights?: ArrayLike<number>): void {
  if (weights === undefined) return;
  if (weights.length !== preferences.length) {
    throw new RangeError(`weights has length ${weights.length}; expected ${preferences.length}, one per observation`);
  }
  // Check the weights before they are summed, because a sum could hide a negative weight.
  for (let b = 0; b < weights.length; b++) {
    if (!(weights[b] >= 0 && weights[b] < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`weights[${b}] is ${weights[b]}; expected a nonnegative finite number`);
    }
  }
}
