import type { Kernels } from "../build/kernels.ts";
import { type Matrix, matrixPointer, matrixPointerOfShape } from "../memory/matrix.ts";
import { pointer } from "../memory/memory.ts";
import { biasPointer, type ProductOptions } from "./gemm.ts";

/**
 * A sparse matrix in compressed sparse row format: row i has the value `values[e]` in column `indices[e]` for
 * `indptr[i] ≤ e < indptr[i + 1]`. `indptr` may start above 0, so a range of rows needs only a view of `indptr`.
 */
export interface ValuedCsr {
  /** The start of each row, and the end of the last row: rows + 1 offsets. */
  readonly indptr: Int32Array;
  /** The column of every entry. */
  readonly indices: Int32Array;
  /** The value of every entry. */
  readonly values: Float32Array;
}

/** Returns the number of rows. Throws an error unless the offsets are valid and the arrays are in the memory of the kernels. */
export function checkSparse(kernels: Kernels, name: string, { indptr, indices, values }: ValuedCsr): number {
  pointer(kernels, `${name}.indptr`, indptr);
  pointer(kernels, `${name}.indices`, indices);
  pointer(kernels, `${name}.values`, values);
  const rows = indptr.length - 1;
  if (rows < 0) throw new RangeError(`${name}.indptr is empty; expected at least one offset`);
  let before = 0;
  for (let i = 0; i <= rows; i++) {
    if (indptr[i] < before) {
      throw new RangeError(`${name}.indptr[${i}] is ${indptr[i]}; expected an integer of at least ${before}`);
    }
    before = indptr[i];
  }
  const entries = Math.min(indices.length, values.length);
  if (before > entries)
    throw new RangeError(`${name}.indptr[${rows}] is ${before}; expected at most ${entries}, the number of entries`);
  return rows;
}

/** Throws an error unless every column index of a sparse matrix is below `columns`; `what` describes this limit in the error message. */
export function checkSparseColumns(
  kernels: Kernels,
  name: string,
  { indptr, indices }: ValuedCsr,
  columns: number,
  what: string,
): void {
  const begin = indptr[0];
  const count = indptr[indptr.length - 1] - begin;
  const at = kernels.wasm.indexOutOfRange(indices.byteOffset + 4 * begin, count, columns) + begin;
  if (at < begin + count) {
    throw new RangeError(
      `${name}.indices[${at}] is ${indices[at]}; expected an integer from 0 to ${columns - 1}, ${what}`,
    );
  }
}

/**
 * The product out = x·dense of a sparse m × f matrix and a dense f × n matrix. Only the rows of `dense` that occur in `x` are read, and
 * entries are added in order. The product with the {@link transposeSparse transpose} of `x` gives the gradient of `dense`.
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
  x: ValuedCsr,
  dense: Matrix,
  options: ProductOptions = {},
): void {
  const rows = checkSparse(kernels, "x", x);
  checkSparseColumns(kernels, "x", x, dense.rows, "the rows of dense");
  kernels.wasm.sparseProduct(
    matrixPointerOfShape(kernels, "out", out, rows, dense.columns),
    out.stride * 4,
    rows,
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

/**
 * Overwrites the values of a sparse matrix with the elements of a·bᵀ at its entries: out_ij = a_i · b_j, where `a` is m × k, `b` is n × k
 * and `out` is m × n. Takes k multiplications per entry, regardless of m·n, and is useful for factorizing a partially known matrix.
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
export function sampledProduct(kernels: Kernels, out: ValuedCsr, a: Matrix, b: Matrix): void {
  const rows = checkSparse(kernels, "out", out);
  checkSparseColumns(kernels, "out", out, b.rows, "the rows of b");
  if (a.rows !== rows) throw new RangeError(`a.rows is ${a.rows}; expected ${rows}, the number of rows of out`);
  if (a.columns !== b.columns) {
    throw new RangeError(`a.columns is ${a.columns} and b.columns is ${b.columns}; expected the same number`);
  }
  kernels.wasm.sampledProduct(
    out.values.byteOffset,
    rows,
    a.columns,
    out.indptr.byteOffset,
    out.indices.byteOffset,
    matrixPointer(kernels, "a", a),
    a.stride * 4,
    matrixPointer(kernels, "b", b),
    b.stride * 4,
  );
}
