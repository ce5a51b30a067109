import { itemStamps } from "../passes/item-stamps.ts";

/** Remembers in which tier an item was seen. */
export interface TierMemory {
  /** Puts an item into tier m; returns the tier that it was in already, or −1. */
  readonly put: (item: number, m: number) => number;
}

/** Up to so many items, 16 MB of stamps are kept for good; beyond, a map holds the items that are named. */
const MOST_STAMPED_ITEMS = 2 ** 22;

/** A memory of `tierCount` tiers of `itemCount` items, empty. Using it costs O(items named). */
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
