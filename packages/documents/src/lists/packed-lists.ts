import type { PackedPreferences } from "@tierwise/core-integrator";
import { type DocumentLists, documentCount, listCount } from "./document-lists.ts";

/**
 * The tiers of lists in a flat layout: packed preferences whose items are positions within their list. `itemCount` is the
 * length of the list that is being evaluated; see {@link viewList}.
 */
export interface PackedLists extends PackedPreferences {
  itemCount: number;
  /** The index of the first document of each list, then the number of documents. */
  readonly offsets: Int32Array;
}

/**
 * Sorts the documents of every list into tiers by grade, highest first. Every document is in exactly one tier, so the items of list l are
 * the entries `offsets[l]` … `offsets[l + 1] − 1` of `items`. A list with a single grade has one tier and carries no information.
 */
export function packLists(lists: Pick<DocumentLists, "grades" | "offsets">): PackedLists {
  const { offsets, grades } = lists;
  const count = listCount(lists);
  const items = new Int32Array(documentCount(lists));
  const tierOffsets: number[] = [0];
  const preferenceOffsets = new Int32Array(count + 1);
  for (let l = 0; l < count; l++) {
    const from = offsets[l];
    const order = Int32Array.from({ length: offsets[l + 1] - from }, (_, i) => i);
    order.sort((i, j) => grades[from + j] - grades[from + i] || i - j);
    items.set(order, from);
    for (let i = 1; i <= order.length; i++) {
      if (i === order.length || grades[from + order[i]] !== grades[from + order[i - 1]]) tierOffsets.push(from + i);
    }
    preferenceOffsets[l + 1] = tierOffsets.length - 1;
  }
  return {
    itemCount: 0,
    count,
    items,
    tierOffsets: Int32Array.from(tierOffsets),
    preferenceOffsets,
    restIsLowest: new Uint8Array(count),
    offsets,
  };
}

/** Selects list `l` in `packed` for a row loss, and returns whether the list has at least two tiers. */
export function viewList(packed: PackedLists, l: number): boolean {
  packed.itemCount = packed.offsets[l + 1] - packed.offsets[l];
  return packed.preferenceOffsets[l + 1] - packed.preferenceOffsets[l] > 1;
}
