import type { ValuedCsr } from "@tierwise/data/rows";
import type { FittedTransform, Transform } from "./transform.ts";

type Fitted = Extract<FittedTransform, { name: "standardize" }>;

/** Options for {@link standardize}. */
export interface StandardizeOptions {
  /** Whether to subtract the mean. Centered rows are dense. Default: true. */
  readonly center?: boolean;
}

/**
 * Gives every feature the same spread: x becomes (x − mean)/deviation, with the mean and standard deviation over the training rows, where
 * absent entries count as 0. Suitable for measurements in different units. A feature that is constant in the training rows becomes 0.
 * With `center: false`, the mean is not subtracted, so that sparse rows remain sparse, and x is divided by its root mean square.
 *
 * @param options - Whether to subtract the mean.
 *
 * @example
 * ```ts
 * import { standardize, transformRows } from "@tierwise/ranker";
 *
 * const [indptr, indices] = [Int32Array.of(0, 2, 4), Int32Array.of(0, 1, 0, 1)];
 * const rows = { indptr, indices, values: Float32Array.of(1e6, 7, 3e6, 7) };
 * console.log([...transformRows([standardize().fit(rows, 2)], rows, 2).values]); // [ -1, 0, 1, 0 ]
 * ```
 */
export function standardize({ center = true }: StandardizeOptions = {}): Transform {
  return {
    spec: { name: "standardize", ...(center ? {} : { center }) },
    fit: (rows, featureCount) => (center ? fitCentered(rows, featureCount) : fitScaled(rows, featureCount)),
  };
}

/** A feature counts as constant up to this relative deviation, because its values may differ only by rounding to single precision. */
const leastDeviation = 1e-6;

function fitCentered(rows: ValuedCsr, featureCount: number): Fitted {
  const rowCount = rows.indptr.length - 1;
  const means = sums(rows, featureCount, (x) => x).map((sum) => sum / rowCount);
  // Absent entries are 0 and also contribute to the variance: Σ(x − m)² = Σ over entries of ((x − m)² − m²) + n·m².
  const present = sums(rows, featureCount, (x, j) => (x - means[j]) ** 2);
  const counts = sums(rows, featureCount, () => 1);
  const factors = means.map((mean, j) => {
    const deviation = Math.sqrt((present[j] + (rowCount - counts[j]) * mean * mean) / rowCount);
    return deviation > leastDeviation * Math.abs(mean) ? 1 / deviation : 0;
  });
  return { name: "standardize", means: Array.from(means), factors: Array.from(factors) };
}

function fitScaled(rows: ValuedCsr, featureCount: number): Fitted {
  const rowCount = rows.indptr.length - 1;
  const squares = sums(rows, featureCount, (x) => x * x);
  const factors = Array.from(squares, (sum) => (sum > 0 ? 1 / Math.sqrt(sum / rowCount) : 0));
  return { name: "standardize", factors };
}

/** The sum of `term` over the entries of each feature. */
function sums(
  { indptr, indices, values }: ValuedCsr,
  featureCount: number,
  term: (x: number, feature: number) => number,
): Float64Array {
  const total = new Float64Array(featureCount);
  for (let k = indptr[0]; k < indptr[indptr.length - 1]; k++) total[indices[k]] += term(values[k], indices[k]);
  return total;
}

/** Computes (x − mean)·factor for every feature of every row; without means, x·factor for every entry. */
export function applyStandardize({ means, factors }: Fitted, rows: ValuedCsr, featureCount: number): ValuedCsr {
  const { indptr, indices, values } = rows;
  if (means === undefined) return { indptr, indices, values: values.map((x, k) => x * factors[indices[k]]) };
  const rowCount = indptr.length - 1;
  const dense = {
    indptr: Int32Array.from({ length: rowCount + 1 }, (_, row) => row * featureCount),
    indices: new Int32Array(rowCount * featureCount),
    values: new Float32Array(rowCount * featureCount),
  };
  const row = new Float64Array(featureCount);
  for (let i = 0, at = 0; i < rowCount; i++) {
    row.fill(0);
    for (let k = indptr[i]; k < indptr[i + 1]; k++) row[indices[k]] += values[k];
    for (let j = 0; j < featureCount; j++, at++) {
      dense.indices[at] = j;
      dense.values[at] = (row[j] - means[j]) * factors[j];
    }
  }
  return dense;
}
