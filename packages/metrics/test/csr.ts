import type { ValuedCsr } from "@tierwise/data/rows";

/** Sparse rows with the given columns; the value of column c is c + 1. */
export function csr(rows: readonly (readonly number[])[]): ValuedCsr {
  const indices = Int32Array.from(rows.flat());
  const indptr = Int32Array.from([[], ...rows], (_, i) => rows.slice(0, i).flat().length);
  return { indptr, indices, values: Float32Array.from(indices, (column) => column + 1) };
}
