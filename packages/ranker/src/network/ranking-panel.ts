import type { Csr } from "@tierwise/data/rows";
import { topK } from "@tierwise/metrics";
import type { BatchRankings } from "./batch-rankings.ts";

/** A panel: consecutive items, or consecutive entries of the candidates. */
export interface RankingPanel {
  /** The index of the first item, or of the first candidate. */
  readonly first: number;
  readonly columns: number;
  /** The candidates, ascending. Default: all items. */
  readonly candidates?: Int32Array | undefined;
}

/**
 * Returns a function that merges the best `most` columns of a panel into the ranking that starts at `at`. Item indices increase from panel
 * to panel, so if scores are equal, the items of earlier panels come first. Once every place is taken, only columns that score higher than
 * the item in the last place are collected, in one pass.
 */
export function panelMerge({
  stride,
  items,
  scores,
  candidates,
}: BatchRankings): (at: number, panel: RankingPanel, panelScores: Float32Array, most: number) => void {
  const oldItems = new Int32Array(stride);
  const oldScores = new Float32Array(stride);
  const above = { columns: new Int32Array(64), scores: new Float32Array(64) };
  return (at, { first }, panelScores, most) => {
    let oldCount = 0;
    if (first > 0) {
      oldItems.set(items.subarray(at, at + stride));
      oldScores.set(scores.subarray(at, at + stride));
      while (oldCount < stride && oldItems[oldCount] >= 0) oldCount++;
    }
    const isFull = stride > 0 && oldCount === stride;
    const best = isFull ? bestAbove(panelScores, oldScores[stride - 1], most, above) : topK(panelScores, most);
    for (let place = 0, old = 0, added = 0; place < stride; place++) {
      const column = added < best.length ? best[added] : -1;
      if (old < oldCount && (column < 0 || oldScores[old] >= panelScores[column])) {
        items[at + place] = oldItems[old];
        scores[at + place] = oldScores[old++];
      } else if (column >= 0) {
        items[at + place] = candidates?.[first + column] ?? first + column;
        scores[at + place] = panelScores[column];
        added++;
      } else {
        items[at + place] = -1;
        scores[at + place] = Number.NaN;
      }
    }
  };
}

/** The best `most` columns among those above a threshold, best first. NaN scores are passed to `topK`, which throws an error. */
function bestAbove(
  scores: Float32Array,
  threshold: number,
  most: number,
  above: { columns: Int32Array; scores: Float32Array },
): Int32Array {
  let count = 0;
  for (
    let column = nextAbove(scores, threshold, 0);
    column < scores.length;
    column = nextAbove(scores, threshold, column + 1)
  ) {
    if (count === above.columns.length) {
      above.columns = doubled(above.columns, new Int32Array(2 * count));
      above.scores = doubled(above.scores, new Float32Array(2 * count));
    }
    above.columns[count] = column;
    above.scores[count++] = scores[column];
  }
  return topK(above.scores.subarray(0, count), most).map((i) => above.columns[i]);
}

/** The first column at or after `from` whose score is NaN or above the threshold, or the number of columns. Most time is spent here. */
function nextAbove(scores: Float32Array, threshold: number, from: number): number {
  const columns = scores.length;
  let column = from;
  while (column < columns && scores[column] <= threshold) column++;
  return column;
}

function doubled<T extends Float32Array | Int32Array>(array: T, larger: T): T {
  larger.set(array);
  return larger;
}

/** Sets the scores of the excluded items of a row to −∞, and returns how many of them are in the panel. */
export function leaveOut(scores: Float32Array, { indptr, indices }: Csr, row: number, panel: RankingPanel): number {
  let count = 0;
  for (let k = indptr[row]; k < indptr[row + 1]; k++) {
    const column = columnOf(panel, indices[k]);
    if (column < 0 || scores[column] === Number.NEGATIVE_INFINITY) continue;
    scores[column] = Number.NEGATIVE_INFINITY;
    count++;
  }
  return count;
}

/** The column of an item in a panel, or −1. */
function columnOf({ first, columns, candidates }: RankingPanel, item: number): number {
  if (candidates === undefined) return item >= first && item < first + columns ? item - first : -1;
  let low = first;
  let high = first + columns;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (candidates[middle] < item) low = middle + 1;
    else high = middle;
  }
  return low < first + columns && candidates[low] === item ? low - first : -1;
}
