import { type AllowedItems, allowedItems, barredItems } from "./allowed-items.ts";
import type { Rankings, RankOptions } from "./model.ts";
import { topK } from "./top-k.ts";

/** The input of {@link rankRows}: rows and a function that scores their items. */
export interface ScoredRows {
  /** B, the number of rows. */
  readonly rowCount: number;
  /** N, the number of items. */
  readonly itemCount: number;
  /** Writes the scores of rows `from` to `to` − 1 into `out`, which has (to − from) · N elements in row-major order. */
  readonly score: (from: number, to: number, out: Float32Array) => void;
  /** The maximum number of rows to score at a time. Default: 256. */
  readonly blockRows?: number;
}

/**
 * Implements {@link Model.rank} for models that can score rows: ranks the items of every row by descending score, then ascending
 * index.
 *
 * Ranking runs on the calling thread and returns to the event loop between blocks of rows.
 *
 * @param rows - The rows and their scores.
 * @param options - The options that `rank` was called with.
 *
 * @example
 * ```ts
 * import { rankRows } from "@tierwise/metrics";
 *
 * // Two rows of four items; the second row scores them in reverse.
 * const scores = [[4, 3, 2, 1], [1, 2, 3, 4]];
 * const score = (from: number, to: number, out: Float32Array) => out.set(scores.slice(from, to).flat());
 * const { items } = await rankRows({ rowCount: 2, itemCount: 4, score }, { k: 2, candidates: [0, 1, 2] });
 * console.log(items.join(" ")); // 0 1 2 1
 * ```
 */
export async function rankRows(
  { rowCount, itemCount, score, blockRows = 256 }: ScoredRows,
  options: RankOptions,
): Promise<Rankings> {
  const { signal, onProgress } = options;
  const allowed = allowedItems(options, rowCount, itemCount);
  const allowsAll = allowed.candidates === undefined && allowed.exclude === undefined;
  const best = allowsAll ? topK : bestAllowed(allowed, itemCount);
  const rankings = emptyRankings(rowCount, allowed.k);
  const block = new Float32Array(Math.min(blockRows, rowCount) * itemCount);
  signal?.throwIfAborted();
  for (let from = 0; from < rowCount; from += blockRows) {
    const to = Math.min(from + blockRows, rowCount);
    score(from, to, block.subarray(0, (to - from) * itemCount));
    for (let row = from; row < to; row++) {
      const scores = block.subarray((row - from) * itemCount, (row - from + 1) * itemCount);
      writeRow(rankings, row, best(scores, allowed.k, row), scores);
    }
    onProgress?.({ stage: "ranking", done: to, total: rowCount });
    await pause();
    signal?.throwIfAborted();
  }
  return rankings;
}

/** Like `topK`, but only among the items that a row may contain. */
function bestAllowed(
  allowed: AllowedItems,
  itemCount: number,
): (scores: Float32Array, k: number, row: number) => Int32Array {
  const barredIn = barredItems(allowed, itemCount);
  const among = allowed.candidates ?? Int32Array.from({ length: itemCount }, (_, item) => item);
  // Both arrays are in ascending order of items, so the smaller of two items with equal scores comes first.
  const items = new Int32Array(among.length);
  const kept = new Float32Array(among.length);
  return (scores, k, row) => {
    const barred = barredIn(row);
    let count = 0;
    for (const item of among) {
      if (barred[item] === 1) continue;
      items[count] = item;
      kept[count++] = scores[item];
    }
    return topK(kept.subarray(0, count), k).map((place) => items[place]);
  };
}

/** Returns rankings in which all rows are empty. */
export function emptyRankings(rowCount: number, k: number): Rankings {
  return {
    k,
    items: new Int32Array(rowCount * k).fill(-1),
    scores: new Float32Array(rowCount * k).fill(Number.NaN),
  };
}

/** Writes the ranking of a row: its items, best first, and their scores. */
function writeRow({ k, items, scores }: Rankings, row: number, ranking: Int32Array, scoreOf: Float32Array): void {
  items.set(ranking, row * k);
  for (let r = 0; r < ranking.length; r++) scores[row * k + r] = scoreOf[ranking[r]];
}

/** Returns to the event loop, so that timers, signals and messages are processed. */
function pause(): Promise<void> {
  const { setImmediate: soon } = globalThis as { setImmediate?: (callback: () => void) => unknown };
  return new Promise((resolve) => {
    if (soon) soon(resolve);
    else setTimeout(resolve, 0);
  });
}
