import type { PackedPreferences } from "@tierwise/core-integrator";

/**
 * The weighted number of times that each item is above others: in a tier that is neither the lowest one of its preference nor
 * larger than `maxTier`.
 *
 * g/wins is, to first order, the step of EM on the exponential race (on full rankings, of Hunter's MM algorithm, 2004): the order
 * within tiers and the waiting times are hidden, and λ_i ← λ_i · wins_i/(wins_i − g_i).
 */
export function winsOf(
  preferences: PackedPreferences,
  weights: ArrayLike<number> | undefined,
  maxTier = Number.POSITIVE_INFINITY,
): Float64Array {
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
    for (let t = preferenceOffsets[b]; t < preferenceOffsets[b + 1]; t++) {
      if (tierOffsets[t] >= to || tierOffsets[t + 1] - tierOffsets[t] > maxTier) continue;
      for (let i = tierOffsets[t]; i < tierOffsets[t + 1]; i++) wins[items[i]] += weights?.[b] ?? 1;
    }
  }
  return wins;
}
