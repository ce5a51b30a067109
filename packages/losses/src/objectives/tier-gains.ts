import type { PackedPreferences } from "@tierwise/core-integrator";
import { lowestTier } from "../loss/lowest-tier.ts";

/** Items and their gains; only the first `count` entries are used. */
interface Gains {
  count: number;
  items: Int32Array;
  gains: Float64Array;
}

/** The gains of the items of one row, highest first. Memory grows and is reused. */
export interface GainedRow {
  readonly list: Gains;
  /** The named items; if the lowest tier is named, its items come last. */
  observed: Int32Array;
  observedCount: number;
  /** The same list, with positions in `observed` instead of items. */
  readonly compactList: Gains;
  /** Memory for the scores and the gradient of the observed items. */
  compact: Float64Array;
  compactGradient: Float64Array;
}

function newGains(): Gains {
  return { count: 0, items: new Int32Array(0), gains: new Float64Array(0) };
}

export function newGainedRow(): GainedRow {
  const none = new Float64Array(0);
  return {
    list: newGains(),
    observed: new Int32Array(0),
    observedCount: 0,
    compactList: newGains(),
    compact: none,
    compactGradient: none,
  };
}

/**
 * Lists the items above the lowest tier. A tier with `below` nonempty tiers below it, including the unnamed rest, has relevance `below`;
 * its gain is 2^below − 1 if `graded`, and 1 otherwise.
 */
export function gatherGains(row: GainedRow, preferences: PackedPreferences, p: number, graded: boolean): void {
  const { tierOffsets, preferenceOffsets, items } = preferences;
  const { from, upperEnd, unnamed } = lowestTier(preferences, p);
  const to = tierOffsets[preferenceOffsets[p + 1]];
  reserve(row, to - from);
  row.observedCount = to - from;
  row.list.count = upperEnd - from;
  row.compactList.count = upperEnd - from;
  for (let i = from; i < to; i++) row.observed[i - from] = items[i];
  let below = unnamed ? 1 : 0;
  for (let t = preferenceOffsets[p + 1] - 1; t >= preferenceOffsets[p]; t--) {
    if (tierOffsets[t] === tierOffsets[t + 1]) continue;
    for (let i = tierOffsets[t]; i < Math.min(tierOffsets[t + 1], upperEnd); i++) {
      const gain = graded ? 2 ** below - 1 : 1;
      row.list.items[i - from] = items[i];
      row.list.gains[i - from] = gain;
      row.compactList.items[i - from] = i - from;
      row.compactList.gains[i - from] = gain;
    }
    below++;
  }
}

function reserve(row: GainedRow, count: number): void {
  if (row.observed.length >= count) return;
  const length = 2 * count;
  for (const list of [row.list, row.compactList]) {
    list.items = new Int32Array(length);
    list.gains = new Float64Array(length);
  }
  row.observed = new Int32Array(length);
  row.compact = new Float64Array(length);
  row.compactGradient = new Float64Array(length);
}
