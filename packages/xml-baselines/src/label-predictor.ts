import type { ValuedCsr } from "@tierwise/data";
import { topK } from "@tierwise/metrics";
import { checkCount, checkRows } from "./training-options.ts";

/** Which rows to predict. */
export interface RowRange {
  /** The first row. Default 0. */
  readonly from?: number;
  /** One past the last row. Default: to the end. */
  readonly to?: number;
}

/** A trained model: scores every label for rows of features. LEML and SLEEC give the same. */
export interface LabelPredictor {
  /** Number of features that it was trained on. */
  readonly numFeatures: number;
  /** Number of labels that it scores. */
  readonly numLabels: number;
  /**
   * The scores of every label for some rows, row after row: label l of row i stands at `(i − from)·numLabels + l`. The larger the
   * likelier; only their order means anything.
   *
   * @param features - Sparse rows, as in a data set.
   * @param range - Which of them, and where to write.
   */
  readonly scores: (features: ValuedCsr, range?: RowRange & { readonly out?: Float32Array }) => Float32Array;
  /** The k best labels of some rows, best first, row after row: min(k, numLabels) for each. */
  readonly topK: (features: ValuedCsr, k: number, range?: RowRange) => Int32Array;
}

/** Rows that are scored together. */
export const blockRows = 256;

/** Writes the scores of rows from … to − 1, at most {@link blockRows} of them. */
export type ScoreBlock = (features: ValuedCsr, from: number, to: number, out: Float32Array) => void;

/** A predictor around a function that scores a block of rows. */
export function labelPredictor(numFeatures: number, numLabels: number, scoreBlock: ScoreBlock): LabelPredictor {
  const rangeOf = (features: ValuedCsr, { from = 0, to = features.indptr.length - 1 }: RowRange): [number, number] => {
    const rows = features.indptr.length - 1;
    if (!(Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to && to <= rows)) {
      throw new RangeError(`rows ${from} to ${to} are not a range of the ${rows} rows`);
    }
    checkRows("features", features, numFeatures);
    return [from, to];
  };
  const score = (features: ValuedCsr, from: number, to: number, out: Float32Array): void => {
    for (let row = from; row < to; row += blockRows) {
      const end = Math.min(to, row + blockRows);
      scoreBlock(features, row, end, out.subarray((row - from) * numLabels, (end - from) * numLabels));
    }
  };
  return {
    numFeatures,
    numLabels,
    scores(features, range = {}) {
      const [from, to] = rangeOf(features, range);
      const length = (to - from) * numLabels;
      const out = range.out ?? new Float32Array(length);
      if (out.length !== length) throw new RangeError(`out has ${out.length} elements; expected ${length}`);
      score(features, from, to, out);
      return out;
    },
    topK(features, k, range = {}) {
      checkCount("k", k);
      const [from, to] = rangeOf(features, range);
      const width = Math.min(k, numLabels);
      const best = new Int32Array((to - from) * width);
      const block = new Float32Array(blockRows * numLabels);
      for (let row = from; row < to; row += blockRows) {
        const end = Math.min(to, row + blockRows);
        score(features, row, end, block.subarray(0, (end - row) * numLabels));
        for (let i = row; i < end; i++) {
          const scores = block.subarray((i - row) * numLabels, (i - row + 1) * numLabels);
          best.set(topK(scores, k), (i - from) * width);
        }
      }
      return best;
    },
  };
}
