import type { ValuedCsr } from "@tierwise/data/rows";
import type { FittedTransform, Transform } from "./transform.ts";

type Fitted = Extract<FittedTransform, { name: "tfidf" }>;

/**
 * Weighs features by rarity: the values of feature j are multiplied by log((1 + n)/(1 + n_j)) + 1, where n_j of n training rows have the
 * feature. Suitable for counts of words and other events; {@link unitRows} usually follows.
 *
 * @example
 * ```ts
 * import { tfidf, transformRows } from "@tierwise/ranker";
 *
 * const rows = { indptr: Int32Array.of(0, 2, 3), indices: Int32Array.of(0, 1, 0), values: Float32Array.of(1, 1, 2) };
 * const fitted = [tfidf().fit(rows, 2)];
 * console.log(Array.from(transformRows(fitted, rows, 2).values, (x) => x.toFixed(3)).join(" ")); // 1.000 1.405 2.000
 * ```
 */
export function tfidf(): Transform {
  return { spec: { name: "tfidf" }, fit };
}

function fit({ indptr, indices, values }: ValuedCsr, featureCount: number): Fitted {
  const rowCount = indptr.length - 1;
  const rowsWith = new Float64Array(featureCount);
  for (let k = indptr[0]; k < indptr[rowCount]; k++) if (values[k] !== 0) rowsWith[indices[k]]++;
  const weight = (count: number): number => Math.log((1 + rowCount) / (1 + count)) + 1;
  return { name: "tfidf", weights: Array.from(rowsWith, weight), unseen: weight(0) };
}

export function applyTfidf({ weights }: Fitted, { indptr, indices, values }: ValuedCsr): ValuedCsr {
  return { indptr, indices, values: values.map((x, k) => x * weights[indices[k]]) };
}
