import type { Kernels } from "./kernels.ts";
import { type Matrix, matrixPointer, matrixPointerOfShape } from "./matrix.ts";
import { rowListPointer } from "./row-list.ts";

/** Copies the listed rows of `source` one after the other: out_i = source_{rows[i]}. */
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
