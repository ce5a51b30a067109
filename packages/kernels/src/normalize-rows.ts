import type { Kernels } from "./kernels.ts";
import { type Matrix, matrixPointer } from "./matrix.ts";
import { checkSparse, type SparseMatrix } from "./sparse-matrix.ts";

/**
 * Divides every row by its Euclidean norm, in place; a row of zeros stays as it is.
 *
 * @example
 * ```ts
 * import { allocate, createKernelMemory, createKernels, loadKernelModule, matrix, normalizeRows } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 1000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const x = matrix(allocate(memory, Float32Array, 4), 2, 2);
 * x.data.set([3, 4, 0, 0]);
 * normalizeRows(kernels, x);
 * console.log(Array.from(x.data, (value) => value.toFixed(1)).join(" ")); // 0.6 0.8 0.0 0.0
 * ```
 */
export function normalizeRows(kernels: Kernels, x: Matrix): void {
  kernels.wasm.normalizeRows(matrixPointer(kernels, "x", x), x.rows, x.columns, x.stride * 4);
}

/** Divides the values of every sparse row by their Euclidean norm, in place; a row of zeros stays as it is. */
export function normalizeSparseRows(kernels: Kernels, x: SparseMatrix): void {
  checkSparse(kernels, "x", x);
  kernels.wasm.normalizeSparseRows(x.indptr.byteOffset, x.values.byteOffset, x.rows);
}
