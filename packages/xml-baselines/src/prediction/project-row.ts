import type { ValuedCsr } from "@tierwise/data/rows";
import { inverseNorm } from "../engine/sparse-copy.ts";

/** A dense matrix with one row per feature. */
export interface Projection {
  readonly weights: Float32Array;
  readonly columns: number;
  /** Whether rows of features are divided by their norm first. */
  readonly normalize: boolean;
  /** A vector that is added to every projection. Default: zeros. */
  readonly start?: Float32Array;
}

/** Projects one sparse row: out = start + Σ_f x_f · weights_f. */
export function projectRow(
  { weights, columns, normalize, start }: Projection,
  { indptr, indices, values }: ValuedCsr,
  row: number,
  out: Float32Array,
): void {
  const [from, to] = [indptr[row], indptr[row + 1]];
  const factor = normalize ? inverseNorm(values, from, to) : 1;
  if (start) out.set(start);
  else out.fill(0);
  for (let e = from; e < to; e++) {
    const value = factor * values[e];
    const at = indices[e] * columns;
    for (let k = 0; k < columns; k++) out[k] += value * weights[at + k];
  }
}
