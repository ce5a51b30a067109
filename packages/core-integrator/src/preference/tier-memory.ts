import { itemStamps } from "../passes/item-stamps.ts";

/** Remembers the tier in which each item was seen. */
export interface TierMemory {
  /** Puts an item into tier m; returns the tier that already contained it, or −1. */
  readonly put: (item: number, m: number) => number;
}

/** Up to this many items, 16 MB of stamps are kept permanently; above it, a map holds the named items. */
const MOST_STAMPED_ITEMS = 2 ** 22;

/** Returns an empty memory for `tierCount` tiers of `itemCount` items. Its use costs O(number of items named). */
export function tierMemory(itemCount: number, tierCount: number): TierMemory {
  if (itemCount > MOST_STAMPED_ITEMS) return mapMemory();
  const { stamp, base } = itemStamps(itemCount, tierCount);
  return {
    put(item, m) {
      const earlier = stamp[item] - base;
      stamp[item] = base + m;
      return earlier >= 0 ? earlier : -1;
    },
  };
}

function mapMemory(): TierMemory {
  const tierOf = new Map<number, number>();
  return {
    put(item, m) {
      const earlier = tierOf.get(item) ?? -1;
      tierOf.set(item, m);
      return earlier;
    },
  };
}
