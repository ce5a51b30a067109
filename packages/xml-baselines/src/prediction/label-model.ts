import type { ValuedCsr } from "@tierwise/data/rows";
import { type Model, rankRows } from "@tierwise/metrics";
import { checkRows } from "../training/training-options.ts";

/** The maximum number of rows to score together. */
export const blockRows = 256;

/** Writes the scores of rows `from` to `to` − 1; `to − from` is at most {@link blockRows}. */
export type ScoreBlock = (rows: ValuedCsr, from: number, to: number, out: Float32Array) => void;

export function labelModel(featureCount: number, itemCount: number, scoreBlock: ScoreBlock): Model {
  return {
    featureCount,
    itemCount,
    async rank(rows, options) {
      checkRows("rows", rows, featureCount);
      const score = (from: number, to: number, out: Float32Array): void => scoreBlock(rows, from, to, out);
      return rankRows({ rowCount: rows.indptr.length - 1, itemCount, score, blockRows }, options);
    },
    scores(rows) {
      checkRows("rows", rows, featureCount);
      const rowCount = rows.indptr.length - 1;
      const out = new Float32Array(rowCount * itemCount);
      for (let from = 0; from < rowCount; from += blockRows) {
        const to = Math.min(rowCount, from + blockRows);
        scoreBlock(rows, from, to, out.subarray(from * itemCount, to * itemCount));
      }
      return out;
    },
  };
}
