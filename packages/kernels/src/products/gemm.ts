import type { Kernels } from "../build/kernels.ts";
import { type Matrix, matrixPointer, matrixPointerOfShape } from "../memory/matrix.ts";
import { pointerOfLength } from "../memory/memory.ts";

/** Options of matrix products. */
export interface ProductOptions {
  /** A bias to add to every row of the product, with one number per column of `out`. Default: none. */
  readonly bias?: Float32Array;
  /** Whether to add the product to `out` instead of overwriting it. Default: false. */
  readonly accumulate?: boolean;
}

/** The address of the bias of a product with `columns` columns, or 0 if there is none. */
export function biasPointer(kernels: Kernels, { bias, accumulate }: ProductOptions, columns: number): number {
  if (bias === undefined) return 0;
  if (accumulate) throw new TypeError("bias cannot be combined with accumulate; omit one of them");
  return pointerOfLength(kernels, "bias", bias, columns);
}

/** Whether the rows of an operand run along the index of summation or across it. */
const along = 0;
const across = 1;

/**
 * The matrix product out = a·b, where `a` is m × k, `b` is k × n and `out` is m × n; `out` must not overlap `a` or `b`. Every element is
 * summed in order of k, regardless of m and n, so computing a product in parts gives bit-identical results.
 *
 * @example
 * ```ts
 * import { allocate, createKernelMemory, createKernels, gemmNN, loadKernelModule, matrix } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 1000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const a = matrix(allocate(memory, Float32Array, 4), 2, 2);
 * const b = matrix(allocate(memory, Float32Array, 4), 2, 2);
 * const out = matrix(allocate(memory, Float32Array, 4), 2, 2);
 * a.data.set([1, 2, 3, 4]);
 * b.data.set([5, 6, 7, 8]);
 * gemmNN(kernels, out, a, b);
 * console.log(out.data.join(" ")); // 19 22 43 50
 * ```
 */
export function gemmNN(kernels: Kernels, out: Matrix, a: Matrix, b: Matrix, options?: ProductOptions): void {
  checkDepth("a.columns", a.columns, "b.rows", b.rows);
  gemm(kernels, out, a.rows, b.columns, a.columns, a, along, b, across, options);
}

/** The m × n product out = a·bᵀ of m × k and n × k matrices: it computes the outputs of a layer whose weights have one row per output. */
export function gemmNT(kernels: Kernels, out: Matrix, a: Matrix, b: Matrix, options?: ProductOptions): void {
  checkDepth("a.columns", a.columns, "b.columns", b.columns);
  gemm(kernels, out, a.rows, b.rows, a.columns, a, along, b, along, options);
}

/** The m × n product out = aᵀ·b of k × m and k × n matrices, which computes the gradient of weights from a batch of k rows. */
export function gemmTN(kernels: Kernels, out: Matrix, a: Matrix, b: Matrix, options?: ProductOptions): void {
  checkDepth("a.rows", a.rows, "b.rows", b.rows);
  gemm(kernels, out, a.columns, b.columns, a.rows, a, across, b, across, options);
}

function checkDepth(aName: string, aDepth: number, bName: string, bDepth: number): void {
  if (aDepth !== bDepth)
    throw new RangeError(`${aName} is ${aDepth} and ${bName} is ${bDepth}; expected the same number`);
}

function gemm(
  kernels: Kernels,
  out: Matrix,
  rows: number,
  columns: number,
  depth: number,
  a: Matrix,
  aLayout: number,
  b: Matrix,
  bLayout: number,
  options: ProductOptions = {},
): void {
  kernels.wasm.gemm(
    matrixPointerOfShape(kernels, "out", out, rows, columns),
    out.stride * 4,
    rows,
    columns,
    depth,
    matrixPointer(kernels, "a", a),
    a.stride * 4,
    aLayout,
    matrixPointer(kernels, "b", b),
    b.stride * 4,
    bLayout,
    biasPointer(kernels, options, columns),
    Number(options.accumulate ?? false),
    Number(kernels.wide),
    kernels.scratch,
  );
}
