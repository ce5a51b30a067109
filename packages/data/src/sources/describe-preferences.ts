import type { PreferenceDataset } from "./preference-dataset.ts";

/** Statistics of a dataset of preferences. */
export interface PreferencesDescription {
  /** The number of items, N. */
  readonly itemCount: number;
  /** The number of preferences. */
  readonly preferenceCount: number;
  /** The total weight of the preferences. */
  readonly observations: number;
  /** The mean number of tiers per observation; 0 without observations. */
  readonly tiersPerPreference: number;
  /** The mean number of items in tiers per observation; 0 without observations. */
  readonly itemsPerPreference: number;
  /** The number of items in the largest tier. */
  readonly largestTier: number;
  /** The number of preferences with fewer than two tiers, which contain no information if the other items are unobserved. */
  readonly withOneTier: number;
}

/**
 * Computes the statistics of a dataset of preferences. In the means, each preference is weighted by the number of times it was observed.
 *
 * @param dataset - The result of any reader.
 *
 * @example
 * ```ts
 * import { describePreferences, parseTiersJsonl } from "@tierwise/data";
 *
 * const votes = parseTiersJsonl('{"tiers": [["a", "b"], ["c"]], "weight": 3}\n{"tiers": [["c"]]}\n');
 * const { itemCount, observations, itemsPerPreference, withOneTier } = describePreferences(votes);
 * console.log(itemCount, observations, itemsPerPreference, withOneTier); // 3 4 2.5 1
 * ```
 */
export function describePreferences({ itemNames, preferences, weights }: PreferenceDataset): PreferencesDescription {
  let [observations, tierTotal, itemTotal, largestTier, withOneTier] = [0, 0, 0, 0, 0];
  for (const [i, { tiers }] of preferences.entries()) {
    let items = 0;
    for (const { length } of tiers) {
      items += length;
      largestTier = Math.max(largestTier, length);
    }
    observations += weights[i];
    tierTotal += weights[i] * tiers.length;
    itemTotal += weights[i] * items;
    if (tiers.length < 2) withOneTier++;
  }
  return {
    itemCount: itemNames.length,
    preferenceCount: preferences.length,
    observations,
    tiersPerPreference: observations === 0 ? 0 : tierTotal / observations,
    itemsPerPreference: observations === 0 ? 0 : itemTotal / observations,
    largestTier,
    withOneTier,
  };
}
