import type { PackedPreferences } from "@tierwise/core-integrator";

/**
 * How often, by weight, each item stands above others: in a tier that is not the lowest one of its preference.
 *
 * g/wins is the step of EM on the exponential race (on full rankings, of Hunter's MM algorithm, 2004) to first order: the order
 * inside tiers and the waiting times are hidden, and λ_i ← λ_i · wins_i/(wins_i − g_i).
 */
export function winsOf(preferences: PackedPreferences, weights: ArrayLike<number> | undefined): Float64Array {
  const { itemCount, count, items, tierOffsets, preferenceOffsets, restIsLowest } = preferences;
  const wins = new Float64Array(itemCount);
  for (let b = 0; b < count; b++) {
    const from = tierOffsets[preferenceOffsets[b]];
    let to = tierOffsets[preferenceOffsets[b + 1]];
    if (restIsLowest[b] === 0 || to - from === itemCount) {
      let t = preferenceOffsets[b + 1];
      while (t > preferenceOffsets[b] && tierOffsets[t] === to) t--;
      to = Math.max(from, tierOffsets[t]);
    }
    for (let i = from; i < to; i++) wins[items[i]] += weights?.[b] ?? 1;
  }
  return wins;
}
