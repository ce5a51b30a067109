import type { Kernels } from "./kernels.ts";
import { type Matrix, matrixPointer } from "./matrix.ts";
import { pointerOfLength } from "./pointer.ts";

/**
 * out_j = Σ_i x_ij, in the order of the rows: the gradient of a bias. With `accumulate` it is added to what `out` holds.
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
