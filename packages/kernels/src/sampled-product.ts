import type { Kernels } from "./kernels.ts";
import { type Matrix, matrixPointer } from "./matrix.ts";
import { checkSparse, checkSparseColumns, type SparseMatrix } from "./sparse-matrix.ts";

/**
 * The elements of a·bᵀ at the entries of a sparse matrix, which overwrite its values: out_ij = a_i · b_j, where `a` is m × k, `b`
 * n × k and `out` m × n. What a factorisation of a matrix known only in places needs; k multiplications an entry, whatever m·n is.
 *
 * @example
 * ```ts
 * import { allocate, createKernelMemory, createKernels, loadKernelModule, matrix, sampledProduct } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 1000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const a = matrix(allocate(memory, Float32Array, 2), 1, 2);
 * const b = matrix(allocate(memory, Float32Array, 6), 3, 2);
 * a.data.set([1, 10]);
 * b.data.set([1, 2, 3, 4, 5, 6]);
 * // One row, with entries in columns 2 and 0.
 * const out = {
 *   rows: 1,
 *   indptr: allocate(memory, Int32Array, 2),
 *   indices: allocate(memory, Int32Array, 2),
 *   values: allocate(memory, Float32Array, 2),
 * };
 * out.indptr.set([0, 2]);
 * out.indices.set([2, 0]);
 * sampledProduct(kernels, out, a, b);
 * console.log(out.values.join(" ")); // 65 21
 * ```
 */
export function sampledProduct(kernels: Kernels, out: SparseMatrix, a: Matrix, b: Matrix): void {
  checkSparse(kernels, "out", out);
  checkSparseColumns(kernels, "out", out, b.rows, "the rows of b");
  if (a.rows !== out.rows) throw new RangeError(`a.rows is ${a.rows} and out has ${out.rows} rows; expected the same`);
  if (a.columns !== b.columns) {
    throw new RangeError(`a.columns is ${a.columns} and b.columns is ${b.columns}; expected the same`);
  }
  kernels.wasm.sampledProduct(
    out.values.byteOffset,
    out.rows,
    a.columns,
    out.indptr.byteOffset,
    out.indices.byteOffset,
    matrixPointer(kernels, "a", a),
    a.stride * 4,
    matrixPointer(kernels, "b", b),
    b.stride * 4,
  );
}
