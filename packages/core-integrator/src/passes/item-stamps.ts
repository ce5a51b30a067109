let stamp = new Int32Array(0);
let next = 1;

/** The marks of one pass over the items: item i has been seen if `stamp[i] >= base`. */
export interface ItemStamps {
  /** One mark per item; may be longer than the number of items. */
  readonly stamp: Int32Array;
  /** The lowest mark of this pass; all marks of earlier passes are lower. */
  readonly base: number;
}

/**
 * Returns memory that tracks which items have been seen in this pass, in O(1) per item. Calls share the memory and never
 * clear it: each call gets `span` marks that are higher than all earlier ones.
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
