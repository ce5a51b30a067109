import type { Kernels } from "./kernels.ts";
import { type Matrix, matrixPointer } from "./matrix.ts";
import { pointerOfLength } from "./pointer.ts";

/**
 * The maximum and the sum of exponentials of every row, `out[2i] = max_j x_ij` and `out[2i + 1] = Σ_j e^(x_ij − max)`: what
 * log-sum-exp and softmax need, and what ranges of columns computed apart can be merged from. Exponentials are single, added
 * up in blocks of 1024, the blocks in double precision: relative error below 1e-6.
 *
 * A row of −∞, or without columns, has the maximum −∞ and the sum 0; NaN or +∞ in a row makes its sum NaN.
 *
 * @param out - Two numbers per row.
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
 * Replaces every row by its softmax, x_ij ← e^(x_ij − max) / Σ, and leaves the row's statistics in `statistics` as
 * {@link rowStatistics} does. A row of −∞ becomes NaN.
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
