import type { Kernels } from "./kernels.ts";
import { type Matrix, matrixPointer, matrixPointerOfShape } from "./matrix.ts";
import { rowListPointer } from "./row-list.ts";

/**
 * Copies the listed rows of `source` one after the other: out_i = source_{rows[i]}.
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
