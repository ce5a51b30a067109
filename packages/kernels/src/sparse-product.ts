import type { Kernels } from "./kernels.ts";
import { type Matrix, matrixPointer, matrixPointerOfShape } from "./matrix.ts";
import { biasPointer, type ProductOptions } from "./product-options.ts";
import { checkSparse, checkSparseColumns, type SparseMatrix } from "./sparse-matrix.ts";

/**
 * out = x·dense, where `x` is sparse, m × f, `dense` f × n and `out` m × n: only the rows of `dense` that `x` names are read.
 * Entries are added in their order. With the {@link transposeSparse transpose} of `x` it gives the gradient of `dense`.
 *
 * @example
 * ```ts
 * import { allocate, createKernelMemory, createKernels, loadKernelModule, matrix, sparseProduct } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 1000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const dense = matrix(allocate(memory, Float32Array, 6), 3, 2);
 * dense.data.set([1, 2, 3, 4, 5, 6]);
 * // One row: 10 in column 2, 1 in column 0.
 * const x = {
 *   rows: 1,
 *   indptr: allocate(memory, Int32Array, 2),
 *   indices: allocate(memory, Int32Array, 2),
 *   values: allocate(memory, Float32Array, 2),
 * };
 * x.indptr.set([0, 2]);
 * x.indices.set([2, 0]);
 * x.values.set([10, 1]);
 * const out = matrix(allocate(memory, Float32Array, 2), 1, 2);
 * sparseProduct(kernels, out, x, dense);
 * console.log(out.data.join(" ")); // 51 62
 * ```
 */
export function sparseProduct(
  kernels: Kernels,
  out: Matrix,
  x: SparseMatrix,
  dense: Matrix,
  options: ProductOptions = {},
): void {
  checkSparse(kernels, "x", x);
  checkSparseColumns(kernels, "x", x, dense.rows, "the rows of dense");
  kernels.wasm.sparseProduct(
    matrixPointerOfShape(kernels, "out", out, x.rows, dense.columns),
    out.stride * 4,
    x.rows,
    dense.columns,
    x.indptr.byteOffset,
    x.indices.byteOffset,
    x.values.byteOffset,
    matrixPointer(kernels, "dense", dense),
    dense.stride * 4,
    biasPointer(kernels, options, dense.columns),
    Number(options.accumulate ?? false),
  );
}
