import type { PackedPreferences } from "@tierwise/core-integrator";

/** The lowest tier of a preference: its last tier that has items, which may be the unnamed rest. */
export interface LowestTier {
  /** The start of the preference's items in `items`. */
  from: number;
  /** The end of the items that are above the lowest tier. */
  upperEnd: number;
  /** The number of items in the lowest tier, or 0 if the preference has no items. */
  size: number;
  /** Whether the lowest tier consists of the unnamed items; otherwise its items start at `upperEnd`. */
  unnamed: boolean;
}

const lowest: LowestTier = { from: 0, upperEnd: 0, size: 0, unnamed: false };

/** Returns the lowest tier of preference `p`. The next call overwrites the result. */
export function lowestTier(preferences: PackedPreferences, p: number): LowestTier {
  const { itemCount, tierOffsets, preferenceOffsets, restIsLowest } = preferences;
  const from = tierOffsets[preferenceOffsets[p]];
  const to = tierOffsets[preferenceOffsets[p + 1]];
  lowest.from = from;
  lowest.unnamed = restIsLowest[p] === 1 && to - from < itemCount;
  if (lowest.unnamed) {
    lowest.upperEnd = to;
    lowest.size = itemCount - (to - from);
    return lowest;
  }
  let t = preferenceOffsets[p + 1];
  while (t > preferenceOffsets[p] && tierOffsets[t - 1] === to) t--;
  lowest.upperEnd = t > preferenceOffsets[p] ? tierOffsets[t - 1] : from;
  lowest.size = to - lowest.upperEnd;
  return lowest;
}
