import type { ValuedCsr } from "@tierwise/data/rows";
import type { LogTransform } from "../../normalization/normalization.ts";

/**
 * How sparse features are scaled: y = (t(x) − center)/scale for the entries that are present, where t(x) is x or sign(x)·log(1 + |x|). A missing
 * entry stays 0.
 */
export interface SparseScaling {
  /** 1 for each feature whose logarithm is taken, otherwise 0. */
  readonly log: Uint8Array;
  /** The mean of t(x) for each feature that is present in every row, and 0 for the others. */
  readonly centers: Float64Array;
  /** The standard deviation of a feature that is present in every row; the root mean square of the entries of any other; 1 instead of 0. */
  readonly scales: Float64Array;
}

/**
 * Fits the scaling to rows. A feature that is present in every row is standardized. Any other feature is divided by the root mean square of its
 * entries, so that indicators stay 0 and 1. With `"auto"`, the logarithm is taken if it makes the entries of the feature less skewed.
 */
export function fitScaling(rows: ValuedCsr, featureCount: number, log: LogTransform): SparseScaling {
  const plain = entryMoments(rows, featureCount, (x) => x);
  const logged = entryMoments(rows, featureCount, signedLog);
  const chosen = Uint8Array.from({ length: featureCount }, (_, f) =>
    log === "all" || (log === "auto" && Math.abs(logged.skewness[f]) < Math.abs(plain.skewness[f])) ? 1 : 0,
  );
  const rowCount = rows.indptr.length - 1;
  const centers = new Float64Array(featureCount);
  const scales = new Float64Array(featureCount).fill(1);
  for (let f = 0; f < featureCount; f++) {
    const { counts, means, deviations } = chosen[f] === 1 ? logged : plain;
    const constant = !(deviations[f] > 1e-6 * Math.abs(means[f]));
    if (counts[f] === rowCount) {
      centers[f] = means[f];
      if (!constant) scales[f] = deviations[f];
    } else scales[f] = Math.hypot(means[f], deviations[f]) || 1;
  }
  return { log: chosen, centers, scales };
}

/** Copies and scales rows; with `unit`, each row is then divided by its Euclidean norm. */
export function scaleRows(rows: ValuedCsr, { log, centers, scales }: SparseScaling, unit: boolean): ValuedCsr {
  const { indptr, indices } = rows;
  const values = rows.values.map((x, e) => {
    const f = indices[e];
    return ((log[f] === 1 ? signedLog(x) : x) - centers[f]) / scales[f];
  });
  if (unit) {
    for (let i = 0; i + 1 < indptr.length; i++) {
      let sum = 0;
      for (let e = indptr[i]; e < indptr[i + 1]; e++) sum += values[e] * values[e];
      if (sum > 0) for (let e = indptr[i]; e < indptr[i + 1]; e++) values[e] /= Math.sqrt(sum);
    }
  }
  return { indptr, indices, values };
}

function signedLog(x: number): number {
  return Math.sign(x) * Math.log1p(Math.abs(x));
}

/** Computes the count, mean, standard deviation and skewness of the transformed entries of every feature in two passes. */
function entryMoments({ indices, values }: ValuedCsr, featureCount: number, transform: (x: number) => number) {
  const [counts, means, squares, cubes] = [0, 1, 2, 3].map(() => new Float64Array(featureCount));
  for (let e = 0; e < indices.length; e++) {
    counts[indices[e]]++;
    means[indices[e]] += transform(values[e]);
  }
  for (let f = 0; f < featureCount; f++) if (counts[f] > 0) means[f] /= counts[f];
  for (let e = 0; e < indices.length; e++) {
    const d = transform(values[e]) - means[indices[e]];
    squares[indices[e]] += d * d;
    cubes[indices[e]] += d * d * d;
  }
  const deviations = squares.map((sum, f) => (counts[f] > 0 ? Math.sqrt(sum / counts[f]) : 0));
  const skewness = cubes.map((sum, f) => (deviations[f] > 0 ? sum / counts[f] / deviations[f] ** 3 : 0));
  return { counts, means, deviations, skewness };
}
