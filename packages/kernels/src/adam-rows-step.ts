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
