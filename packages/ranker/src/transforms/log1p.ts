import type { ValuedCsr } from "@tierwise/data/rows";
import type { Transform } from "./transform.ts";

/**
 * Compresses large values: x becomes sign(x)·log(1 + |x|). Suitable for counts, where the tenth occurrence matters less than the first.
 *
 * @example
 * ```ts
 * import { log1p, transformRows } from "@tierwise/ranker";
 *
 * const rows = { indptr: Int32Array.of(0, 2), indices: Int32Array.of(0, 3), values: Float32Array.of(1, 9) };
 * const fitted = [log1p().fit(rows, 4)];
 * console.log(Array.from(transformRows(fitted, rows, 4).values, (x) => x.toFixed(3)).join(" ")); // 0.693 2.303
 * ```
 */
export function log1p(): Transform {
  return { spec: { name: "log1p" }, fit: () => ({ name: "log1p" }) };
}

export function applyLog1p({ indptr, indices, values }: ValuedCsr): ValuedCsr {
  return { indptr, indices, values: values.map((x) => Math.sign(x) * Math.log1p(Math.abs(x))) };
}
