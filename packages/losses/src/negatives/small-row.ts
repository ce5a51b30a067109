import type { PackedPreferences, Scores } from "@tierwise/core-integrator";
import { badScore, isScore } from "@tierwise/core-integrator/passes";
import type { LowestTier } from "../loss/lowest-tier.ts";

/** A row of the items above the lowest tier, followed by `count` unnamed items that represent the lowest tier. */
export interface SmallRow {
  /** The scores of the items, in the order of the row. */
  scores: Float64Array;
  /** The gradient, written by the loss. */
  gradient: Float64Array;
  /** The only preference of the row. */
  readonly preferences: PackedPreferences;
}

const preferences = {
  itemCount: 0,
  count: 1,
  items: new Int32Array(0),
  tierOffsets: new Int32Array(0),
  preferenceOffsets: new Int32Array(2),
  restIsLowest: Uint8Array.of(1),
};
const small: SmallRow = { scores: new Float64Array(0), gradient: new Float64Array(0), preferences };

/** Returns the small row with the tiers of preference `p` and the scores of its upper items. The next call reuses the memory. */
export function smallRow(
  scores: Scores,
  at: number,
  { items, tierOffsets, preferenceOffsets }: PackedPreferences,
  p: number,
  { from, upperEnd }: LowestTier,
  count: number,
): SmallRow {
  const upper = upperEnd - from;
  const first = preferenceOffsets[p];
  const tierCount = preferenceOffsets[p + 1] - first;
  grow(upper + count, tierCount);
  for (let i = 0; i < upper; i++) {
    const index = at + items[from + i];
    if (!isScore(scores[index])) throw badScore(scores, index, "scores");
    small.scores[i] = scores[index];
  }
  // The lowest tier, if it is named, and the empty tiers below it have no items in the small row.
  for (let t = 0; t <= tierCount; t++) preferences.tierOffsets[t] = Math.min(tierOffsets[first + t], upperEnd) - from;
  preferences.itemCount = upper + count;
  preferences.preferenceOffsets[1] = tierCount;
  return small;
}

function grow(itemCount: number, tierCount: number): void {
  if (small.scores.length < itemCount) {
    small.scores = new Float64Array(2 * itemCount);
    small.gradient = new Float64Array(2 * itemCount);
    preferences.items = Int32Array.from(small.scores, (_, i) => i);
  }
  if (preferences.tierOffsets.length <= tierCount) preferences.tierOffsets = new Int32Array(2 * tierCount + 1);
}
