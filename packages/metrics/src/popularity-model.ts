import { allowedItems, barredItems } from "./allowed-items.ts";
import { checkLabelCounts } from "./inverse-propensity.ts";
import type { Model } from "./model.ts";
import { emptyRankings } from "./rank-rows.ts";
import { topK } from "./top-k.ts";

/** Options for {@link popularityModel}. */
export interface PopularityOptions {
  /** D, the number of features per row, which the model ignores. Default: 0. */
  readonly featureCount?: number;
  /** The name of each item. Default: none. */
  readonly itemNames?: readonly string[];
}

/**
 * The popularity baseline: ranks labels by their frequency in training, regardless of a row's features. Any model that learns from features
 * should outperform it.
 *
 * @param labelCounts - The score of each label: the number of training rows in which it occurs.
 * @param options - The number of features and the names of the items.
 *
 * @example
 * ```ts
 * import { evaluate, popularityModel } from "@tierwise/metrics";
 *
 * const model = popularityModel([3, 10, 5]);
 * const features = { indptr: Int32Array.of(0, 0, 0), indices: new Int32Array(0), values: new Float32Array(0) };
 * const { items } = await model.rank(features, { k: 2 });
 * console.log(items.join(" ")); // 1 2 1 2
 * const labels = { indptr: Int32Array.of(0, 1, 3), indices: Int32Array.of(1, 0, 2) };
 * console.log((await evaluate(model, { features, labels }, { ks: [1] })).precision[1]); // 0.5
 * ```
 */
export function popularityModel(
  labelCounts: ArrayLike<number>,
  { featureCount = 0, itemNames }: PopularityOptions = {},
): Model {
  checkLabelCounts(labelCounts);
  const itemCount = labelCounts.length;
  if (itemNames && itemNames.length !== itemCount) {
    throw new RangeError(`itemNames has length ${itemNames.length}; expected ${itemCount}, one per label`);
  }
  const counts = Float32Array.from(labelCounts);
  const order = topK(labelCounts, itemCount);
  return {
    featureCount,
    itemCount,
    itemNames,
    async rank({ indptr }, options) {
      const rowCount = indptr.length - 1;
      const allowed = allowedItems(options, rowCount, itemCount);
      const { k } = allowed;
      const barredIn = barredItems(allowed, itemCount);
      const { items, scores } = emptyRankings(rowCount, k);
      options.signal?.throwIfAborted();
      for (let row = 0; row < rowCount; row++) {
        const barred = barredIn(row);
        for (let place = 0, r = 0; place < itemCount && r < k; place++) {
          const item = order[place];
          if (barred[item] === 1) continue;
          items[row * k + r] = item;
          scores[row * k + r++] = counts[item];
        }
      }
      options.onProgress?.({ stage: "ranking", done: rowCount, total: rowCount });
      return { k, items, scores };
    },
    scores({ indptr }) {
      const out = new Float32Array((indptr.length - 1) * itemCount);
      for (let at = 0; at < out.length; at += itemCount) out.set(counts, at);
      return out;
    },
  };
}
