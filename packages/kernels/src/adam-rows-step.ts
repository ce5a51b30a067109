import { type AdamOptions, adamFactors } from "./adam-options.ts";
import type { Kernels } from "./kernels.ts";
import { type Matrix, matrixPointer, matrixPointerOfShape } from "./matrix.ts";
import { pointerOfLength } from "./pointer.ts";
import { rowListPointer } from "./row-list.ts";

/** The arrays of an Adam step that touches only some rows; moments and last steps start at zero. */
export interface AdamRows {
  /** The rows to update, none of them twice. */
  readonly rows: Int32Array;
  /** The weights, updated in place. */
  readonly weights: Matrix;
  /** The gradient, row i that of row `rows[i]` of the weights. */
  readonly gradient: Matrix;
  /** The first moments, of the shape of the weights. */
  readonly first: Matrix;
  /** The second moments, of the shape of the weights. */
  readonly second: Matrix;
  /** For every row of the weights the step at which it was last updated. */
  readonly lastSteps: Int32Array;
}

/**
 * One step of Adam for the listed rows of a large matrix. A row that was last updated Δ steps ago first has its moments
 * multiplied by β₁^(Δ−1) and β₂^(Δ−1): they are what dense Adam would hold after zero gradients. Unlike there, the weights did not
 * drift in between, and weight decay counts once per update.
 *
 * @example
 * ```ts
 * import { adamRowsStep, allocate, createKernelMemory, createKernels, loadKernelModule, matrix } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 1000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const floats = (rows: number) => matrix(allocate(memory, Float32Array, rows), rows, 1);
 * const [weights, first, second] = [1, 2, 3].map(() => floats(5));
 * const gradient = floats(1);
 * const rows = allocate(memory, Int32Array, 1);
 * const lastSteps = allocate(memory, Int32Array, 5);
 * // Only row 3 has a gradient in step 1, only row 1 in step 2.
 * for (const [step, row, g] of [[1, 3, 0.5], [2, 1, -2]]) {
 *   rows[0] = row;
 *   gradient.data[0] = g;
 *   adamRowsStep(kernels, { rows, weights, gradient, first, second, lastSteps }, { step, rate: 0.1 });
 * }
 * console.log(Array.from(weights.data, (w) => w.toFixed(3)).join(" ")); // 0.000 0.074 0.000 -0.100 0.000
 * console.log(lastSteps.join(" ")); // 0 2 0 1 0
 * ```
 */
export function adamRowsStep(
  kernels: Kernels,
  { rows, weights, gradient, first, second, lastSteps }: AdamRows,
  options: AdamOptions,
): void {
  const { step, beta1, beta2, rate, rootScale, epsilon, keepWeight } = adamFactors(options);
  kernels.wasm.adamRows(
    matrixPointer(kernels, "weights", weights),
    weights.stride * 4,
    matrixPointerOfShape(kernels, "gradient", gradient, rows.length, weights.columns),
    gradient.stride * 4,
    matrixPointerOfShape(kernels, "first", first, weights.rows, weights.columns),
    first.stride * 4,
    matrixPointerOfShape(kernels, "second", second, weights.rows, weights.columns),
    second.stride * 4,
    weights.columns,
    rowListPointer(kernels, rows, weights.rows),
    rows.length,
    pointerOfLength(kernels, "lastSteps", lastSteps, weights.rows),
    step,
    beta1,
    beta2,
    rate,
    rootScale,
    epsilon,
    keepWeight,
  );
}
