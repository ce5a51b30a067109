import type { PairCells, PairCounts } from "./pair-cells.ts";

/**
 * Finds a set of items that never lose to (or tie with) an item outside it, so that the most likely utilities are infinite. If it finds two
 * such sets, returns the smaller one, sorted. Returns undefined if there is none. Cost: O(N + C) for N items and C cells.
 */
export function unbeatenInPairs(cells: PairCells, counts: PairCounts): Int32Array | undefined {
  const { itemCount } = cells;
  if (itemCount < 2) return undefined;
  const unreached = itemsWhere(reach(cells, counts, 1), 0);
  const reaching = itemsWhere(reach(cells, counts, -1), 1);
  const sets = [unreached, reaching].filter((set) => set.length > 0 && set.length < itemCount);
  return sets.sort((a, b) => a.length - b.length)[0];
}

function itemsWhere(marks: Uint8Array, mark: number): Int32Array {
  return Int32Array.from(marks.keys()).filter((item) => marks[item] === mark);
}

/** Marks item 0 and all items that it reaches through any number of wins (side 1) or losses (side −1). */
function reach({ itemCount, first, second }: PairCells, { wins, losses, ties }: PairCounts, side: 1 | -1): Uint8Array {
  const starts = new Int32Array(itemCount + 2);
  for (let c = 0; c < first.length; c++) {
    starts[first[c] + 2]++;
    starts[second[c] + 2]++;
  }
  for (let i = 2; i < starts.length; i++) starts[i] += starts[i - 1];
  const byItem = new Int32Array(2 * first.length);
  for (let c = 0; c < first.length; c++) {
    byItem[starts[first[c] + 1]++] = c;
    byItem[starts[second[c] + 1]++] = c;
  }
  const reached = new Uint8Array(itemCount);
  reached[0] = 1;
  const queue = [0];
  for (let item = queue.pop(); item !== undefined; item = queue.pop()) {
    for (let k = starts[item]; k < starts[item + 1]; k++) {
      const c = byItem[k];
      const isFirst = first[c] === item;
      const count = (isFirst === (side === 1) ? wins[c] : losses[c]) + ties[c];
      const other = isFirst ? second[c] : first[c];
      if (count === 0 || reached[other] === 1) continue;
      reached[other] = 1;
      queue.push(other);
    }
  }
  return reached;
}
