import type { ValuedCsr } from "@tierwise/data/rows";
import type { Transform } from "./transform.ts";

/**
 * Divides every row by its Euclidean norm; a row of zeros is unchanged. Long and short documents then have equal weight.
 *
 * @example
 * ```ts
 * import { transformRows, unitRows } from "@tierwise/ranker";
 *
 * const rows = { indptr: Int32Array.of(0, 2), indices: Int32Array.of(0, 1), values: Float32Array.of(3, 4) };
 * console.log(Array.from(transformRows([unitRows().fit(rows, 2)], rows, 2).values, (x) => x.toFixed(1)).join(" ")); // 0.6 0.8
 * ```
 */
export function unitRows(): Transform {
  return { spec: { name: "unit-rows" }, fit: () => ({ name: "unit-rows" }) };
}

/** Divides each row by its Euclidean norm; rows of zeros are unchanged. */
export function normalized({ indptr, indices, values }: ValuedCsr): ValuedCsr {
  const scaled = Float32Array.from(values);
  for (let row = 0; row + 1 < indptr.length; row++) {
    let squares = 0;
    for (let k = indptr[row]; k < indptr[row + 1]; k++) squares += values[k] * values[k];
    if (squares === 0) continue;
    const factor = 1 / Math.sqrt(squares);
    for (let k = indptr[row]; k < indptr[row + 1]; k++) scaled[k] = values[k] * factor;
  }
  return { indptr, indices, values: scaled };
}
