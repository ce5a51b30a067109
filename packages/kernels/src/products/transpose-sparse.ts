import type { Kernels } from "../build/kernels.ts";
import { allocate, type KernelMemory, pointer } from "../memory/memory.ts";
import { checkSparse, checkSparseColumns, type ValuedCsr } from "./sparse.ts";

/** Storage for the transpose of a sparse matrix, which can be reused for other matrices. */
export interface SparseTranspose {
  /** The columns that occur, ascending; {@link transposeSparse} returns their number. */
  readonly touched: Int32Array;
  /** The start of each column's entries, and the end of the last column's entries. */
  readonly indptr: Int32Array;
  /** The row of each entry. */
  readonly indices: Int32Array;
  /** The value of each entry. */
  readonly values: Float32Array;
  /** Work memory: one integer per column, zero between calls. */
  readonly places: Int32Array;
  /** Work memory: one bit per column, zero between calls. */
  readonly marks: Int32Array;
}

/** Allocates storage for the transpose of any sparse matrix with at most `entries` entries and `columns` columns. */
export function allocateSparseTranspose(
  memory: KernelMemory,
  { entries, columns }: { readonly entries: number; readonly columns: number },
): SparseTranspose {
  return {
    touched: allocate(memory, Int32Array, Math.min(entries, columns)),
    indptr: allocate(memory, Int32Array, Math.min(entries, columns) + 1),
    indices: allocate(memory, Int32Array, entries),
    values: allocate(memory, Float32Array, entries),
    places: allocate(memory, Int32Array, columns),
    marks: allocate(memory, Int32Array, Math.ceil(columns / 32)),
  };
}

/**
 * The transpose of a sparse matrix, restricted to the columns that occur, in ascending order: row t of the transpose is column
 * `out.touched[t]` of `x`. A pass over the rows `out.touched` of a large matrix therefore moves forward in memory. The time is linear in
 * the number of entries, plus the time to read one bit per column.
 *
 * @returns The number of columns that occur, which is the number of rows of the transpose.
 *
 * @example
 * ```ts
 * import { allocate, allocateSparseTranspose, createKernelMemory, createKernels, loadKernelModule, transposeSparse } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 10_000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const x = {
 *   indptr: allocate(memory, Int32Array, 3),
 *   indices: allocate(memory, Int32Array, 3),
 *   values: allocate(memory, Float32Array, 3),
 * };
 * x.indptr.set([0, 2, 3]);
 * x.indices.set([40, 7, 40]);
 * x.values.set([1, 2, 3]);
 * const out = allocateSparseTranspose(memory, { entries: 3, columns: 100 });
 * console.log(transposeSparse(kernels, out, x)); // 2
 * console.log(out.touched.join(" ")); // 7 40 0
 * console.log(out.indices.join(" "), "|", out.values.join(" ")); // 0 0 1 | 2 1 3
 * ```
 */
export function transposeSparse(kernels: Kernels, out: SparseTranspose, x: ValuedCsr): number {
  const rows = checkSparse(kernels, "x", x);
  checkSparseColumns(kernels, "x", x, out.places.length, "the columns for which out was allocated");
  const entries = x.indptr[rows] - x.indptr[0];
  const room = Math.min(out.indices.length, out.values.length);
  if (entries > room) throw new RangeError(`x has more entries (${entries}) than out can hold (${room})`);
  const columns = Math.min(entries, out.places.length);
  if (out.touched.length < columns || out.indptr.length <= columns) {
    throw new RangeError(
      `out.touched.length is ${out.touched.length}; expected ${columns}, one less than out.indptr.length`,
    );
  }
  const markWords = Math.ceil(out.places.length / 32);
  if (out.marks.length < markWords) {
    throw new RangeError(
      `out.marks.length is ${out.marks.length}; expected ${markWords} for ${out.places.length} columns`,
    );
  }
  return kernels.wasm.transposeSparse(
    rows,
    x.indptr.byteOffset,
    x.indices.byteOffset,
    x.values.byteOffset,
    pointer(kernels, "out.touched", out.touched),
    pointer(kernels, "out.indptr", out.indptr),
    pointer(kernels, "out.indices", out.indices),
    pointer(kernels, "out.values", out.values),
    pointer(kernels, "out.places", out.places),
    pointer(kernels, "out.marks", out.marks),
    markWords,
  );
}
