import { topK } from "@tierwise/metrics";
import type { Model, SparseRows } from "@tierwise/ranker";
import { chunkRows, sliceRows } from "./open-model.ts";

/** The best items of a row, with their scores. */
export interface RankedRow {
  readonly row: number;
  readonly items: number[];
  readonly scores: number[];
}

/** How rows are ranked. */
export interface RankOptions {
  readonly k: number;
  /** Whether items are left out that the features name; feature f is then about item f modulo the number of items. */
  readonly newOnly: boolean;
}

/** Ranks rows, some at a time. */
export function* rankRows(model: Model, rows: SparseRows, { k, newOnly }: RankOptions): Generator<RankedRow[]> {
  const { items } = model;
  const count = rows.indptr.length - 1;
  const size = chunkRows(model);
  for (let from = 0; from < count; from += size) {
    const to = Math.min(from + size, count);
    const all = model.scores(sliceRows(rows, from, to));
    yield Array.from({ length: to - from }, (_, i) => {
      const row = from + i;
      const scores = all.subarray(i * items, (i + 1) * items);
      const seen = new Set<number>();
      if (newOnly) {
        for (let at = rows.indptr[row]; at < rows.indptr[row + 1]; at++) seen.add(rows.indices[at] % items);
        for (const item of seen) scores[item] = Number.NEGATIVE_INFINITY;
      }
      const best = Array.from(topK(scores, Math.min(k, items - seen.size)));
      // Seven digits are what single precision has.
      return { row, items: best, scores: best.map((item) => Number(scores[item].toPrecision(7))) };
    });
  }
}
