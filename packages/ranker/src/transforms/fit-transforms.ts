import type { ValuedCsr } from "@tierwise/data/rows";
import { createTransform } from "./catalog.ts";
import type { FittedTransform, TransformChoice } from "./transform.ts";
import { transformOnce } from "./transform-rows.ts";

/**
 * Fits transforms to training rows; each transform is fitted to the output of the previous one.
 *
 * @param choices - Transforms, as values, JSON or names.
 * @param rows - The training rows.
 * @param featureCount - D, the number of features.
 *
 * @example
 * ```ts
 * import { fitTransforms } from "@tierwise/ranker";
 *
 * const rows = { indptr: Int32Array.of(0, 1, 2), indices: Int32Array.of(0, 0), values: Float32Array.of(1, 3) };
 * console.log(fitTransforms(["standardize"], rows, 1)); // [ { name: 'standardize', means: [ 2 ], factors: [ 1 ] } ]
 * ```
 */
export function fitTransforms(
  choices: readonly TransformChoice[],
  rows: ValuedCsr,
  featureCount: number,
): FittedTransform[] {
  const fitted: FittedTransform[] = [];
  let given = rows;
  for (const choice of choices) {
    const transform = createTransform(choice).fit(given, featureCount);
    fitted.push(transform);
    given = transformOnce(transform, given, featureCount);
  }
  return fitted;
}
