import type { ValuedCsr } from "@tierwise/data/rows";

interface StoredTransform {
  readonly name: string;
  readonly means?: readonly number[];
  readonly factors?: readonly number[];
  readonly weights?: readonly number[];
}

/** Applies the transforms in a file's metadata to dense rows, using the documented formulas. */
export function plainTransforms(json: string | undefined, rows: ValuedCsr, featureCount: number): ValuedCsr {
  if (json === undefined) return rows;
  const rowCount = rows.indptr.length - 1;
  const values = new Float32Array(rowCount * featureCount);
  for (let row = 0; row < rowCount; row++) {
    let x = new Array<number>(featureCount).fill(0);
    for (let k = rows.indptr[row]; k < rows.indptr[row + 1]; k++) x[rows.indices[k]] += rows.values[k];
    for (const { name, means, factors = [], weights = [] } of JSON.parse(json) as StoredTransform[]) {
      const norm = Math.hypot(...x) || 1;
      x = x.map((value, j) => {
        if (name === "log1p") return Math.sign(value) * Math.log1p(Math.abs(value));
        if (name === "unit-rows") return value / norm;
        return name === "tfidf" ? value * weights[j] : (value - (means?.[j] ?? 0)) * factors[j];
      });
    }
    values.set(x, row * featureCount);
  }
  return {
    indptr: Int32Array.from({ length: rowCount + 1 }, (_, row) => row * featureCount),
    indices: Int32Array.from(values, (_, at) => at % featureCount),
    values,
  };
}
