let stamp = new Int32Array(0);
let next = 1;

/** Marks of one pass over items: those that were seen have `stamp[item] >= base`. */
export interface ItemStamps {
  /** One mark an item, at least as many as there are. */
  readonly stamp: Int32Array;
  /** The lowest mark of this pass; all marks of passes before are lower. */
  readonly base: number;
}

/**
 * Memory that tells in O(1) whether an item has been seen in this pass: `stamp[item] >= base`. Reused by every call and
 * never cleared: each call gets `span` values above all handed out before.
 */
export function itemStamps(itemCount: number, span: number): ItemStamps {
  if (stamp.length < itemCount) {
    stamp = new Int32Array(Math.max(itemCount, 2 * stamp.length));
    next = 1;
  } else if (next + span > 0x7fff_ffff) {
    stamp.fill(0);
    next = 1;
  }
  const base = next;
  next += span;
  return { stamp, base };
}
