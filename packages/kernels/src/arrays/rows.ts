import type { Kernels } from "../build/kernels.ts";
import { type Matrix, matrixPointer, matrixPointerOfShape } from "../memory/matrix.ts";
import { pointer, pointerOfLength } from "../memory/memory.ts";
import { checkSparse, type ValuedCsr } from "../products/sparse.ts";

/**
 * The maximum and the sum of exponentials of every row, `out[2i] = max_j x_ij` and `out[2i + 1] = Σ_j e^(x_ij − max)`. Log-sum-exp and
 * softmax follow from these statistics, and the statistics of several column ranges can be merged. Exponentials are summed in single
 * precision within blocks of 1024, and block sums are added in double precision; the relative error is below 1e-6.
 *
 * A row that is empty or all −∞ has maximum −∞ and sum 0. If a row contains NaN or +∞, its sum is NaN.
 *
 * @param out - The maximum and the sum of each row, 2 × rows numbers.
 *
 * @example
 * ```ts
 * import { allocate, createKernelMemory, createKernels, loadKernelModule, matrix, rowStatistics } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 1000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const x = matrix(allocate(memory, Float32Array, 3), 1, 3);
 * x.data.set([1, 2, 3]);
 * const out = allocate(memory, Float64Array, 2);
 * rowStatistics(kernels, out, x);
 * console.log(out[0], out[1].toFixed(5)); // 3 1.50321
 * ```
 */
export function rowStatistics(kernels: Kernels, out: Float64Array, x: Matrix): void {
  const outAt = pointerOfLength(kernels, "out", out, 2 * x.rows);
  kernels.wasm.rowStatistics(outAt, matrixPointer(kernels, "x", x), x.rows, x.columns, x.stride * 4);
}

/**
 * Replaces every row by its exponentials, x_ij ← e^(x_ij − max), and writes the same statistics as {@link rowStatistics} to
 * `statistics`. A row of −∞ becomes 0. A row that contains NaN or +∞ is unchanged, and its sum is NaN.
 *
 * @example
 * ```ts
 * import { allocate, createKernelMemory, createKernels, exponentiateRows, loadKernelModule, matrix } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 1000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const x = matrix(allocate(memory, Float32Array, 3), 1, 3);
 * x.data.set([1, 2, 3]);
 * exponentiateRows(kernels, x, allocate(memory, Float64Array, 2));
 * console.log(Array.from(x.data, (value) => value.toFixed(5)).join(" ")); // 0.13534 0.36788 1.00000
 * ```
 */
export function exponentiateRows(kernels: Kernels, x: Matrix, statistics: Float64Array): void {
  const outAt = pointerOfLength(kernels, "statistics", statistics, 2 * x.rows);
  kernels.wasm.exponentiateRows(outAt, matrixPointer(kernels, "x", x), x.rows, x.columns, x.stride * 4);
}

/**
 * Replaces every row by its softmax, x_ij ← e^(x_ij − max) / Σ, and writes the same statistics as {@link rowStatistics} to
 * `statistics`. A row of −∞ becomes NaN.
 *
 * @example
 * ```ts
 * import { allocate, createKernelMemory, createKernels, loadKernelModule, matrix, softmaxRows } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 1000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const x = matrix(allocate(memory, Float32Array, 3), 1, 3);
 * x.data.set([1, 2, 3]);
 * softmaxRows(kernels, x, allocate(memory, Float64Array, 2));
 * console.log(Array.from(x.data, (p) => p.toFixed(5)).join(" ")); // 0.09003 0.24473 0.66524
 * ```
 */
export function softmaxRows(kernels: Kernels, x: Matrix, statistics: Float64Array): void {
  const outAt = pointerOfLength(kernels, "statistics", statistics, 2 * x.rows);
  kernels.wasm.softmaxRows(outAt, matrixPointer(kernels, "x", x), x.rows, x.columns, x.stride * 4);
}

/**
 * The sum of every column, out_j = Σ_i x_ij, in row order: the gradient of a bias. With `accumulate`, the sums are added to `out`.
 *
 * @example
 * ```ts
 * import { allocate, columnSums, createKernelMemory, createKernels, loadKernelModule, matrix } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 1000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const x = matrix(allocate(memory, Float32Array, 6), 3, 2);
 * x.data.set([1, 2, 3, 4, 5, 6]);
 * const out = allocate(memory, Float32Array, 2);
 * columnSums(kernels, out, x);
 * console.log(out.join(" ")); // 9 12
 * ```
 */
export function columnSums(
  kernels: Kernels,
  out: Float32Array,
  x: Matrix,
  { accumulate = false }: { readonly accumulate?: boolean } = {},
): void {
  const outAt = pointerOfLength(kernels, "out", out, x.columns);
  const xAt = matrixPointer(kernels, "x", x);
  kernels.wasm.columnSums(outAt, xAt, x.rows, x.columns, x.stride * 4, Number(accumulate));
}

/**
 * Divides every row by its Euclidean norm, in place; a row of zeros is unchanged.
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

/** Divides the values of every sparse row by their Euclidean norm, in place; a row of zeros is unchanged. */
export function normalizeSparseRows(kernels: Kernels, x: ValuedCsr): void {
  const rows = checkSparse(kernels, "x", x);
  kernels.wasm.normalizeSparseRows(x.indptr.byteOffset, x.values.byteOffset, rows);
}

/**
 * Copies the listed rows of `source` to consecutive rows of `out`: out_i = source_{rows[i]}.
 *
 * @example
 * ```ts
 * import { allocate, createKernelMemory, createKernels, gatherRows, loadKernelModule, matrix } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 1000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const source = matrix(allocate(memory, Float32Array, 6), 3, 2);
 * source.data.set([1, 2, 3, 4, 5, 6]);
 * const rows = allocate(memory, Int32Array, 2);
 * rows.set([2, 0]);
 * const out = matrix(allocate(memory, Float32Array, 4), 2, 2);
 * gatherRows(kernels, out, source, rows);
 * console.log(out.data.join(" ")); // 5 6 1 2
 * ```
 */
export function gatherRows(kernels: Kernels, out: Matrix, source: Matrix, rows: Int32Array): void {
  kernels.wasm.gatherRows(
    matrixPointerOfShape(kernels, "out", out, rows.length, source.columns),
    out.stride * 4,
    matrixPointer(kernels, "source", source),
    source.stride * 4,
    rowListPointer(kernels, rows, source.rows),
    rows.length,
    source.columns,
  );
}

/** The address of a list of rows in the kernels' memory. Throws an error if a row is not in 0 … bound − 1. */
export function rowListPointer(kernels: Kernels, rows: Int32Array, bound: number): number {
  const at = pointer(kernels, "rows", rows);
  const wrong = kernels.wasm.indexOutOfRange(at, rows.length, bound);
  if (wrong < rows.length)
    throw new RangeError(`rows[${wrong}] is ${rows[wrong]}; expected an integer from 0 to ${bound - 1}`);
  return at;
}
