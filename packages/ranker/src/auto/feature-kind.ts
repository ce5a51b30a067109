import type { ValuedCsr } from "@tierwise/data/rows";
import type { TransformSpec } from "../transforms/transform.ts";

/** The kind of numbers that features contain. */
export type FeatureKind = "binary" | "counts" | "measurements" | "mixed scales" | "sparse values";

/** A summary of the feature values, with suitable transforms. */
export interface FeatureSummary {
  /** The kind of the values. */
  readonly kind: FeatureKind;
  /** The fraction of values that are not 0. */
  readonly density: number;
  /** The smallest value, or 0 if there is none. */
  readonly smallest: number;
  /** The largest value, or 0 if there is none. */
  readonly largest: number;
  /** Lists of transforms to try, most promising first. */
  readonly transforms: readonly (readonly TransformSpec[])[];
}

const unit: TransformSpec = { name: "unit-rows" };
const suggestions: Readonly<Record<FeatureKind, readonly (readonly TransformSpec[])[]>> = {
  binary: [[], [{ name: "tfidf" }, unit], [unit]],
  counts: [[{ name: "log1p" }], [{ name: "log1p" }, { name: "tfidf" }, unit], []],
  measurements: [[{ name: "standardize" }], []],
  "mixed scales": [[{ name: "standardize", center: false }], [{ name: "standardize", center: false }, unit]],
  "sparse values": [[], [unit], [{ name: "tfidf" }, unit]],
};

/** At or above this density, features count as measurements. */
const dense = 0.3;
/** Above this ratio between the typical values of two columns, the columns count as having different units. */
const differentUnits = 1e3;

/**
 * Suggests transforms for features, based on their density, their range, whether they are whole numbers, and whether columns differ in
 * scale.
 *
 * @param rows - The training rows.
 * @param featureCount - D, the number of features.
 *
 * @example
 * ```ts
 * import { describeTransforms, summarizeFeatures } from "@tierwise/ranker";
 *
 * const rows = { indptr: Int32Array.of(0, 2, 4), indices: Int32Array.of(0, 1, 0, 1), values: Float32Array.of(1.5, -99, 2, 237) };
 * const { kind, transforms } = summarizeFeatures(rows, 2);
 * console.log(kind, "|", describeTransforms(transforms[0])); // measurements | standardized columns
 * ```
 */
export function summarizeFeatures({ indptr, indices, values }: ValuedCsr, featureCount: number): FeatureSummary {
  const rowCount = indptr.length - 1;
  const squares = new Float64Array(featureCount);
  const counts = new Float64Array(featureCount);
  let [entries, smallest, largest, whole] = [0, 0, 0, true];
  for (let k = indptr[0]; k < indptr[rowCount]; k++) {
    const x = values[k];
    if (x === 0) continue;
    entries++;
    smallest = Math.min(smallest, x);
    largest = Math.max(largest, x);
    whole &&= Number.isInteger(x);
    squares[indices[k]] += x * x;
    counts[indices[k]]++;
  }
  const density = entries / Math.max(1, rowCount * featureCount);
  const sizes = squares.map((sum, j) => Math.sqrt(sum / counts[j])).filter((size) => size > 0);
  const spread = sizes.reduce((a, b) => Math.max(a, b), 0) / sizes.reduce((a, b) => Math.min(a, b), Infinity);
  const kind = kindOf({ density, whole, smallest, largest, spread });
  return { kind, density, smallest, largest, transforms: suggestions[kind] };
}

interface Values extends Pick<FeatureSummary, "density" | "largest" | "smallest"> {
  readonly whole: boolean;
  readonly spread: number;
}

function kindOf({ density, whole, smallest, largest, spread }: Values): FeatureKind {
  const constant = smallest === 0 || largest === 0;
  if (whole && smallest === 0 && largest <= 1) return "binary";
  if (density >= dense && !(whole && constant && density < 0.9)) return "measurements";
  if (spread > differentUnits) return "mixed scales";
  return whole && smallest === 0 ? "counts" : "sparse values";
}
