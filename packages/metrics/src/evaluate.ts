import { type Csr, sliceRows, type ValuedCsr } from "@tierwise/data/rows";
import { createEvaluator, type EvaluatorOptions } from "./evaluator.ts";
import type { Metrics } from "./metrics.ts";
import type { Model, RankOptions } from "./model.ts";

/** The input of {@link evaluate}, such as a dataset: rows of features with their relevant items. */
export interface EvaluationRows {
  /** B rows of D features. */
  readonly features: ValuedCsr;
  /** The relevant items of each of the B rows. Values, if any, are ignored. */
  readonly labels: Csr;
}

/** Options for {@link evaluate}: the options of {@link createEvaluator} and of {@link Model.rank}. */
export interface EvaluateOptions extends Omit<EvaluatorOptions, "ks">, Omit<RankOptions, "k"> {
  /** The cutoffs k. Default: `[1, 3, 5]`. */
  readonly ks?: readonly number[];
}

/** The maximum number of ranked items to keep in memory at a time. */
const itemsAtATime = 2 ** 22;

/**
 * Evaluates a model: ranks the items of every row and computes P@k, nDCG@k, recall@k and the optional metrics, as defined in
 * {@link Metrics}.
 *
 * @param model - Any model.
 * @param rows - Rows with their relevant items, such as a test set.
 * @param options - Which metrics to compute, and how to rank. Inverse propensities must come from the training data.
 *
 * @example
 * ```ts
 * import { evaluate, popularityModel } from "@tierwise/metrics";
 *
 * // Three items, and three rows without features whose relevant items are {1}, {2} and {0, 1}.
 * const features = { indptr: new Int32Array(4), indices: new Int32Array(0), values: new Float32Array(0) };
 * const labels = { indptr: Int32Array.of(0, 1, 2, 4), indices: Int32Array.of(1, 2, 0, 1) };
 * const { precision, recall } = await evaluate(popularityModel([3, 10, 5]), { features, labels }, { ks: [1, 2] });
 * console.log(precision[1].toFixed(5), precision[2].toFixed(5)); // 0.66667 0.50000
 * console.log(recall[2].toFixed(5)); // 0.83333
 * ```
 */
export async function evaluate(
  model: Model,
  { features, labels }: EvaluationRows,
  options: EvaluateOptions = {},
): Promise<Metrics> {
  const { ks = [1, 3, 5], inversePropensity, psndcg, groups, exclude, onProgress, ...run } = options;
  const evaluator = createEvaluator({
    ks,
    ...(inversePropensity && { inversePropensity }),
    ...(psndcg && { psndcg }),
    ...(groups && { groups }),
  });
  const rowCount = checkRowCount(features, { labels, exclude });
  checkLabels(labels, model.itemCount);
  const depth = Math.max(...ks);
  const chunk = Math.max(1, Math.floor(itemsAtATime / depth));
  for (let from = 0; from < rowCount; from += chunk) {
    const to = Math.min(from + chunk, rowCount);
    const { k, items } = await model.rank(sliceRows(features, from, to), {
      ...run,
      k: depth,
      ...(exclude && { exclude: sliceRows(exclude, from, to) }),
      ...(onProgress && {
        onProgress: (progress) => onProgress({ ...progress, done: from + progress.done, total: rowCount }),
      }),
    });
    for (let row = from; row < to; row++) {
      const ranking = items.subarray((row - from) * k, (row - from + 1) * k);
      const end = ranking.indexOf(-1);
      evaluator.add(
        end < 0 ? ranking : ranking.subarray(0, end),
        labels.indices.subarray(labels.indptr[row], labels.indptr[row + 1]),
      );
    }
  }
  return evaluator.result();
}

/** Returns the number of rows. Throws unless all matrices have the same number of rows. */
function checkRowCount(features: ValuedCsr, others: Readonly<Record<string, Pick<Csr, "indptr"> | undefined>>): number {
  const rowCount = features.indptr.length - 1;
  for (const [name, other] of Object.entries(others)) {
    if (other && other.indptr.length !== rowCount + 1) {
      throw new RangeError(
        `the number of rows in ${name} is ${other.indptr.length - 1}; expected ${rowCount}, the number of rows of features`,
      );
    }
  }
  return rowCount;
}

function checkLabels({ indices }: Csr, itemCount: number): void {
  const wrong = indices.findIndex((item) => item < 0 || item >= itemCount);
  if (wrong < 0) return;
  throw new RangeError(
    `labels.indices[${wrong}] is ${indices[wrong]}; expected an integer from 0 to ${itemCount - 1}, the model's items`,
  );
}
