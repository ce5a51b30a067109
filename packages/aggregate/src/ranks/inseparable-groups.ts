import { isSignificant } from "./rank-intervals.ts";

/**
 * Groups of items that the data cannot separate: the maximal runs of items, in order of their utilities, in which no two items differ
 * significantly. Groups may overlap, as in a compact letter display: if A and B cannot be separated, nor B and C, but A and C can, the groups
 * are A B and B C. An item that is separated from both neighbors is a group of its own. Cost: O(N²).
 *
 * @param order - The items, best first.
 */
export function inseparableGroups(
  order: Int32Array,
  utilities: Float64Array,
  errors: Float64Array,
  critical: number,
): number[][] {
  const n = order.length;
  const separable = (a: number, b: number): boolean =>
    isSignificant(utilities[order[a]] - utilities[order[b]], errors[order[a] * n + order[b]], critical);
  const groups: number[][] = [];
  let end = 0;
  // A run that ends at `end` − 1 and starts one item later cannot end earlier, so both ends only move forward.
  for (let start = 0; start < n; start++) {
    const before = end;
    end = Math.max(end, start + 1);
    while (end < n && !someSeparable(start, end, separable)) end++;
    if (end > before) groups.push(Array.from(order.subarray(start, end)));
  }
  return groups;
}

/** Whether the item at `end` can be separated from any item from `start` on. */
function someSeparable(start: number, end: number, separable: (a: number, b: number) => boolean): boolean {
  for (let a = start; a < end; a++) if (separable(a, end)) return true;
  return false;
}
