import { createByteIndex } from "./byte-index.ts";
import type { Cells } from "./cells.ts";
import { createTally } from "./tally.ts";

/** Remembers what rows of a table mean, by their bytes, so that a row that repeats is interpreted once. */
export interface RowMemo {
  /** The number remembered for a record with these bytes; −1 if there is none. */
  recall(cells: Cells): number;
  /** Remembers a number of at least 0 for the record that was recalled last. */
  remember(value: number): void;
}

/** Above this many distinct rows, or bytes of them, nothing more is remembered. */
const [MOST_ROWS, MOST_BYTES] = [1 << 18, 1 << 24];

/** After this many rows, at least half of them must have been repeats. */
const TRIAL = 1 << 19;

/**
 * Creates a memo whose key is all bytes from the first to the last of the given columns, in records without quotes; in those, equal bytes
 * are equal cells. A file in which few rows repeat, because a column between them differs in every row, is not remembered at all.
 */
export function createRowMemo(columns: readonly number[]): RowMemo {
  const [from, to] = [Math.min(...columns), Math.max(...columns)];
  const rows = createByteIndex();
  const values = new Int32Array(MOST_ROWS).fill(-1);
  const numbered = createTally(0, { take() {} });
  let isOpen = true;
  let lookups = 0;
  let last = -1;

  /** The number of the record among the distinct ones; −1 if it cannot be told by bytes or numbers. */
  function rowOf(cells: Cells): number {
    const { ids } = cells;
    if (ids === undefined) return cells.isPlain ? rows.entryOf(cells.bytes, cells.starts[from], cells.ends[to]) : -1;
    if (columns.length > 3) return -1;
    const [a, b = a, c = b] = columns;
    return numbered.rowOf(ids[a], ids[b], ids[c], 0);
  }

  return {
    recall(cells) {
      last = -1;
      if (!isOpen || to >= cells.count) return -1;
      last = rowOf(cells);
      if (last < 0) return -1;
      lookups++;
      if (values[last] >= 0) return values[last];
      const size = Math.max(rows.size(), numbered.size());
      isOpen = size < MOST_ROWS && rows.byteCount() < MOST_BYTES && (lookups < TRIAL || 2 * size < lookups);
      return -1;
    },
    remember(value) {
      if (last >= 0) values[last] = value;
    },
  };
}
