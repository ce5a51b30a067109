import type { ValuedCsr } from "@tierwise/data/rows";
import { applyLog1p } from "./log1p.ts";
import { applyStandardize } from "./standardize.ts";
import { applyTfidf } from "./tfidf.ts";
import type { FittedTransform } from "./transform.ts";
import { normalized } from "./unit-rows.ts";

/**
 * Applies fitted transforms to rows, in order. A model with transforms applies them to every row it scores.
 *
 * @param transforms - Fitted transforms, such as {@link Ranker.transforms}.
 * @param rows - The rows, which are not changed.
 * @param featureCount - D, the number of features.
 *
 * @example
 * ```ts
 * import { fitTransforms, tfidf, transformRows, unitRows } from "@tierwise/ranker";
 *
 * const rows = { indptr: Int32Array.of(0, 2), indices: Int32Array.of(0, 1), values: Float32Array.of(3, 4) };
 * const fitted = fitTransforms([tfidf(), unitRows()], rows, 2);
 * console.log(Array.from(transformRows(fitted, rows, 2).values, (x) => x.toFixed(1)).join(" ")); // 0.6 0.8
 * ```
 */
export function transformRows(
  transforms: readonly FittedTransform[],
  rows: ValuedCsr,
  featureCount: number,
): ValuedCsr {
  return transforms.reduce((given, transform) => transformOnce(transform, given, featureCount), rows);
}

export function transformOnce(transform: FittedTransform, rows: ValuedCsr, featureCount: number): ValuedCsr {
  switch (transform.name) {
    case "log1p":
      return applyLog1p(rows);
    case "standardize":
      return applyStandardize(transform, rows, featureCount);
    case "tfidf":
      return applyTfidf(transform, rows);
    case "unit-rows":
      return normalized(rows);
  }
}

/** Extends fitted transforms to new features: TF-IDF treats them as absent from all training rows; standardization keeps their values. */
export function extendTransforms(transforms: readonly FittedTransform[], featureCount: number): FittedTransform[] {
  const longer = (numbers: readonly number[], fill: number): number[] => [
    ...numbers,
    ...new Array<number>(featureCount - numbers.length).fill(fill),
  ];
  return transforms.map((transform) => {
    if (transform.name === "tfidf") return { ...transform, weights: longer(transform.weights, transform.unseen) };
    if (transform.name !== "standardize") return transform;
    const { means, factors } = transform;
    return { ...transform, ...(means && { means: longer(means, 0) }), factors: longer(factors, 1) };
  });
}

/** The first problem with stored transforms, phrased to follow "the transforms" in a sentence; undefined if the transforms are valid. */
export function transformProblem(transforms: unknown, featureCount: number): string | undefined {
  if (!Array.isArray(transforms)) return "are not a list";
  for (const transform of transforms as (Partial<FittedTransform> | null)[]) {
    const lists =
      transform?.name === "tfidf"
        ? [transform.weights, [transform.unseen]]
        : transform?.name === "standardize"
          ? [transform.factors, transform.means ?? transform.factors]
          : transform?.name === "log1p" || transform?.name === "unit-rows"
            ? []
            : undefined;
    if (lists === undefined) return `contain ${JSON.stringify(transform?.name)}, which this release does not know`;
    for (const [i, list] of lists.entries()) {
      const length = transform?.name === "tfidf" && i === 1 ? 1 : featureCount;
      const valid = Array.isArray(list) && list.length === length && list.every(Number.isFinite);
      if (!valid) return `do not have one number for each of ${featureCount} features`;
    }
  }
  return undefined;
}
