import type { Csr } from "@tierwise/data/rows";
import type { ValuedCsr } from "@tierwise/kernels";
import { type Arena, wordBytes } from "./arena.ts";

/** The numbers of rows, columns and entries of a sparse matrix. */
export interface SparseShape {
  readonly rows: number;
  readonly columns: number;
  readonly entries: number;
}

/** The total number of bytes of a {@link copySparse copy} and its {@link transposeCopy transpose}. */
export function sparsePairBytes({ rows, columns, entries }: SparseShape): number {
  return wordBytes(rows + 1) + wordBytes(columns + 1) + 4 * wordBytes(entries);
}

/** Copies the given rows of a sparse matrix to an arena. With `normalize`, each row is divided by its Euclidean norm. */
export function copySparse(
  arena: Arena,
  { indptr, indices, values }: Csr,
  rows: ArrayLike<number>,
  { normalize }: { readonly normalize: boolean },
): ValuedCsr {
  const offsets = arena.ints(rows.length + 1);
  for (let i = 0; i < rows.length; i++) offsets[i + 1] = offsets[i] + indptr[rows[i] + 1] - indptr[rows[i]];
  const entries = offsets[rows.length];
  const copy = { indptr: offsets, indices: arena.ints(entries), values: arena.floats(entries) };
  for (let i = 0; i < rows.length; i++) {
    const [from, to] = [indptr[rows[i]], indptr[rows[i] + 1]];
    const factor = normalize ? inverseNorm(values, from, to) : 1;
    for (let e = from, at = offsets[i]; e < to; e++, at++) {
      copy.indices[at] = indices[e];
      copy.values[at] = factor * (values?.[e] ?? 1);
    }
  }
  return copy;
}

/** The reciprocal of the norm of entries `from` to `to` − 1, or 1 if the norm is 0. Without `values`, all entries are 1. */
export function inverseNorm(values: Float32Array | undefined, from: number, to: number): number {
  let squares = to - from;
  if (values) {
    squares = 0;
    for (let e = from; e < to; e++) squares += values[e] * values[e];
  }
  return squares > 0 ? 1 / Math.sqrt(squares) : 1;
}

/** Copies the transpose of `x` to an arena. `places`, if given, receives the position in `x` of each entry of the transpose. */
export function transposeCopy(arena: Arena, x: ValuedCsr, columns: number, places?: Int32Array): ValuedCsr {
  const indptr = arena.ints(columns + 1);
  const rows = x.indptr.length - 1;
  const entries = x.indptr[rows];
  const transpose = { indptr, indices: arena.ints(entries), values: arena.floats(entries) };
  for (let e = 0; e < entries; e++) indptr[x.indices[e] + 1]++;
  for (let j = 0; j < columns; j++) indptr[j + 1] += indptr[j];
  const next = indptr.slice(0, columns);
  for (let i = 0; i < rows; i++) {
    for (let e = x.indptr[i]; e < x.indptr[i + 1]; e++) {
      const at = next[x.indices[e]]++;
      transpose.indices[at] = i;
      transpose.values[at] = x.values[e];
      if (places) places[at] = e;
    }
  }
  return transpose;
}
