import type { PackedPreferences } from "@tierwise/core-integrator";

// The likelihood has a maximum, unique up to a constant, if and only if each nonempty proper subset contains an item that is ranked below
// an item outside it (Ford 1957; this holds for tiers as well as for orders). In other words, the graph with an edge from each item to
// every item that is ever below it must be strongly connected, which it is if one item reaches all others forward and backward. The items
// of a rest, of which there can be very many, are never enumerated: a preference that reaches its rest reaches all items except those it
// names. A tier whose term is omitted from the likelihood, because of its size or zero weight, has no outgoing edges.

/** Options that determine which terms are part of the likelihood. */
export interface CountedTerms {
  /** Tiers larger than this are omitted. Default: no limit. */
  readonly maxTier?: number;
  /** The weight of each observation. Default: 1. */
  readonly weights?: ArrayLike<number>;
}

/**
 * Finds a set of items that are never ranked below any item outside it, so that the most likely utilities are infinite. If it finds two
 * such sets, returns the smaller one, sorted. Returns undefined if there is none.
 *
 * The cost is proportional to N plus the number of named items.
 */
export function findUnbeatenItems(preferences: PackedPreferences, terms: CountedTerms = {}): Int32Array | undefined {
  const { itemCount } = preferences;
  if (itemCount < 2) return undefined;
  const counts = countedTiers(preferences, terms);
  const below = reachDown(preferences, counts);
  const above = reachUp(preferences, counts);
  // Items that item 0 does not reach are never below items that it reaches. Items that reach item 0 are never below items that do not.
  const unreached = itemsWhere(below, 0);
  const reaching = itemsWhere(above, 1);
  const sets = [unreached, reaching].filter((set) => set.length > 0 && set.length < itemCount);
  return sets.sort((a, b) => a.length - b.length)[0];
}

function itemsWhere(marks: Uint8Array, mark: number): Int32Array {
  return Int32Array.from(marks.keys()).filter((item) => marks[item] === mark);
}

/** Marks every tier whose term is part of the likelihood. */
function countedTiers(
  { count, tierOffsets, preferenceOffsets }: PackedPreferences,
  { maxTier = Number.POSITIVE_INFINITY, weights }: CountedTerms,
): Uint8Array {
  const counts = new Uint8Array(tierOffsets.length - 1);
  for (let p = 0; p < count; p++) {
    if (weights !== undefined && weights[p] === 0) continue;
    for (let t = preferenceOffsets[p]; t < preferenceOffsets[p + 1]; t++) {
      counts[t] = tierOffsets[t + 1] - tierOffsets[t] <= maxTier ? 1 : 0;
    }
  }
  return counts;
}

/** Marks item 0, all items below it, all items below those, and so on. */
function reachDown(preferences: PackedPreferences, counts: Uint8Array): Uint8Array {
  const { itemCount, items, tierOffsets, preferenceOffsets, restIsLowest } = preferences;
  const { starts, places } = placesByItem(preferences);
  const reached = new Uint8Array(itemCount);
  // The items that have not been reached, in no particular order, and the position of each item in this list.
  const left = Int32Array.from({ length: itemCount }, (_, item) => item);
  const placeOf = left.slice();
  let leftCount = itemCount;
  const queue: number[] = [];
  const visit = (item: number): void => {
    if (reached[item] === 1) return;
    reached[item] = 1;
    queue.push(item);
    const last = left[--leftCount];
    left[placeOf[item]] = last;
    placeOf[last] = placeOf[item];
  };
  visit(0);
  /** The index of the first tier reached in each preference; all later tiers have been reached too. */
  const reachedTier = Int32Array.from(preferenceOffsets.subarray(1));
  const restReached = new Uint8Array(reachedTier.length);
  const named = new Int32Array(itemCount).fill(-1);
  for (let item = queue.pop(); item !== undefined; item = queue.pop()) {
    for (let i = starts[item]; i < starts[item + 1]; i++) {
      const { preference: p, tier } = places[i];
      if (counts[tier] === 0) continue;
      for (let t = tier + 1; t < reachedTier[p]; t++) {
        for (let k = tierOffsets[t]; k < tierOffsets[t + 1]; k++) visit(items[k]);
      }
      reachedTier[p] = Math.min(reachedTier[p], tier + 1);
      if (restIsLowest[p] === 0 || restReached[p] === 1) continue;
      restReached[p] = 1;
      const end = tierOffsets[preferenceOffsets[p + 1]];
      for (let k = tierOffsets[preferenceOffsets[p]]; k < end; k++) named[items[k]] = p;
      for (let k = leftCount - 1; k >= 0; k--) if (named[left[k]] !== p) visit(left[k]);
    }
  }
  return reached;
}

/** Marks item 0, all items above it, all items above those, and so on. */
function reachUp(preferences: PackedPreferences, counts: Uint8Array): Uint8Array {
  const { itemCount, items, tierOffsets, preferenceOffsets, restIsLowest, count } = preferences;
  const { starts, places } = placesByItem(preferences);
  const reached = new Uint8Array(itemCount);
  const queue = [0];
  reached[0] = 1;
  const visit = (item: number): void => {
    if (reached[item] === 1) return;
    reached[item] = 1;
    queue.push(item);
  };
  /** For each preference, all tiers before this one have been reached. */
  const reachedTier = Int32Array.from(preferenceOffsets.subarray(0, count));
  const reachTiersBefore = (p: number, tier: number): void => {
    for (let t = reachedTier[p]; t < tier; t++) {
      if (counts[t] === 0) continue;
      for (let k = tierOffsets[t]; k < tierOffsets[t + 1]; k++) visit(items[k]);
    }
    reachedTier[p] = Math.max(reachedTier[p], tier);
  };
  let waiting = Array.from({ length: count }, (_, p) => p).filter((p) => restIsLowest[p] === 1);
  const namedIn = new Int32Array(count).fill(-1);
  for (let item = queue.pop(); item !== undefined; item = queue.pop()) {
    for (let i = starts[item]; i < starts[item + 1]; i++) {
      namedIn[places[i].preference] = item;
      reachTiersBefore(places[i].preference, places[i].tier);
    }
    // The item is in the rest of every preference that does not name it.
    for (const p of waiting) if (namedIn[p] !== item) reachTiersBefore(p, preferenceOffsets[p + 1]);
    waiting = waiting.filter((p) => namedIn[p] === item);
  }
  return reached;
}

/** The preferences and tiers that name each item, starting at places[starts[item]]. */
function placesByItem({ itemCount, items, tierOffsets, preferenceOffsets, count }: PackedPreferences): {
  starts: Int32Array;
  places: { preference: number; tier: number }[];
} {
  const starts = new Int32Array(itemCount + 2);
  for (const item of items) starts[item + 2]++;
  for (let i = 2; i < starts.length; i++) starts[i] += starts[i - 1];
  const places = new Array<{ preference: number; tier: number }>(items.length);
  for (let p = 0; p < count; p++) {
    for (let tier = preferenceOffsets[p]; tier < preferenceOffsets[p + 1]; tier++) {
      for (let k = tierOffsets[tier]; k < tierOffsets[tier + 1]; k++)
        places[starts[items[k] + 1]++] = { preference: p, tier };
    }
  }
  return { starts, places };
}
