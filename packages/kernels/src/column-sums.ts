import type { Kernels } from "./kernels.ts";
import { type Matrix, matrixPointer } from "./matrix.ts";
import { pointerOfLength } from "./pointer.ts";

/** out_j = Σ_i x_ij, in the order of the rows: the gradient of a bias. With `accumulate` it is added to what `out` holds. */
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
