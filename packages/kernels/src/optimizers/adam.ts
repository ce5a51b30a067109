import { rowListPointer } from "../arrays/rows.ts";
import type { Kernels } from "../build/kernels.ts";
import { type Matrix, matrixPointer, matrixPointerOfShape } from "../memory/matrix.ts";
import { pointer, pointerOfLength } from "../memory/memory.ts";
import { checkSparse, checkSparseColumns, type ValuedCsr } from "../products/sparse.ts";

/** Options for {@link adamStep}, {@link adamRowsStep} and {@link adamProductStep}. */
export interface AdamOptions {
  /** The number of this step, starting at 1, for the bias corrections. */
  readonly step: number;
  /** The learning rate η. */
  readonly learningRate: number;
  /** Decay of the first moment, β₁. Default: 0.9. */
  readonly beta1?: number;
  /** Decay of the second moment, β₂. Default: 0.999. */
  readonly beta2?: number;
  /** A constant ε that is added to the root of the second moment. Default: 1e-8. */
  readonly epsilon?: number;
  /** Decoupled weight decay λ: each step multiplies the weights by 1 − ηλ. Default: 0. */
  readonly weightDecay?: number;
}

/** The factors that all elements share in an Adam step. */
export interface AdamFactors {
  /** The number of the step, starting at 1. */
  readonly step: number;
  /** β₁. */
  readonly beta1: number;
  /** β₂. */
  readonly beta2: number;
  /** η/(1 − β₁ᵗ). */
  readonly rate: number;
  /** (1 − β₂ᵗ)^(−½). */
  readonly rootScale: number;
  /** ε. */
  readonly epsilon: number;
  /** 1 − ηλ. */
  readonly keepWeight: number;
}

/**
 * Checks the options of an Adam step and returns its factors, for custom code that performs the step:
 *
 *     m ← β₁m + (1 − β₁)g,   v ← β₂v + (1 − β₂)g²,   w ← keepWeight·w − rate·m/(√v·rootScale + ε)
 *
 * @example
 * ```ts
 * import { adamFactors } from "@tierwise/kernels";
 *
 * const { rate, rootScale, keepWeight } = adamFactors({ step: 1, learningRate: 0.1, weightDecay: 0.5 });
 * console.log(rate.toFixed(3), rootScale.toFixed(3), keepWeight); // 1.000 31.623 0.95
 * ```
 */
export function adamFactors(options: AdamOptions): AdamFactors {
  const { step, learningRate, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, weightDecay = 0 } = options;
  if (!Number.isInteger(step) || step < 1 || step > 2 ** 31 - 1) {
    throw new RangeError(`step is ${step}; expected a positive integer`);
  }
  if (!(beta1 >= 0 && beta1 < 1)) throw new RangeError(`beta1 is ${beta1}; expected a number in [0, 1)`);
  if (!(beta2 >= 0 && beta2 < 1)) throw new RangeError(`beta2 is ${beta2}; expected a number in [0, 1)`);
  if (!(learningRate >= 0)) throw new RangeError(`learningRate is ${learningRate}; expected a nonnegative number`);
  if (!(epsilon > 0)) throw new RangeError(`epsilon is ${epsilon}; expected a number above 0`);
  if (!(weightDecay >= 0)) throw new RangeError(`weightDecay is ${weightDecay}; expected a nonnegative number`);
  return {
    step,
    beta1,
    beta2,
    rate: learningRate / (1 - beta1 ** step),
    rootScale: 1 / Math.sqrt(1 - beta2 ** step),
    epsilon,
    keepWeight: 1 - learningRate * weightDecay,
  };
}

/** The arrays of an Adam step, all of the same length. Initialize the moments to zero. */
export interface AdamArrays {
  /** The weights, updated in place. */
  readonly weights: Float32Array;
  /** The gradient of the loss. */
  readonly gradient: Float32Array;
  /** The first moments m. */
  readonly first: Float32Array;
  /** The second moments v. */
  readonly second: Float32Array;
}

/**
 * One step of Adam (Kingma and Ba, 2015), with decoupled weight decay (Loshchilov and Hutter, 2019):
 *
 *     m ← β₁m + (1 − β₁)g,   v ← β₂v + (1 − β₂)g²
 *     w ← (1 − ηλ)w − η · m/(1 − β₁ᵗ) / (√(v/(1 − β₂ᵗ)) + ε)
 *
 * @example
 * ```ts
 * import { adamStep, allocate, createKernelMemory, createKernels, loadKernelModule } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 1000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const [weights, gradient, first, second] = [1, 2, 3, 4].map(() => allocate(memory, Float32Array, 2));
 * gradient.set([3, -0.5]);
 * adamStep(kernels, { weights, gradient, first, second }, { step: 1, learningRate: 0.1 });
 * console.log(weights[0].toFixed(5), weights[1].toFixed(5)); // -0.10000 0.10000
 * ```
 */
export function adamStep(
  kernels: Kernels,
  { weights, gradient, first, second }: AdamArrays,
  options: AdamOptions,
): void {
  const { beta1, beta2, rate, rootScale, epsilon, keepWeight } = adamFactors(options);
  kernels.wasm.adam(
    pointer(kernels, "weights", weights),
    pointerOfLength(kernels, "gradient", gradient, weights.length),
    pointerOfLength(kernels, "first", first, weights.length),
    pointerOfLength(kernels, "second", second, weights.length),
    weights.length,
    beta1,
    1 - beta1,
    beta2,
    1 - beta2,
    rate,
    rootScale,
    epsilon,
    keepWeight,
  );
}

/** The arrays of an Adam step for a subset of rows. Initialize the moments and `lastSteps` to zero. */
export interface AdamRows {
  /** The rows to update, without duplicates. */
  readonly rows: Int32Array;
  /** The weights, updated in place. */
  readonly weights: Matrix;
  /** The gradient; row i of it is the gradient of row `rows[i]` of the weights. */
  readonly gradient: Matrix;
  /** The first moments, in the shape of the weights. */
  readonly first: Matrix;
  /** The second moments, in the shape of the weights. */
  readonly second: Matrix;
  /** The last step that updated each row of the weights. */
  readonly lastSteps: Int32Array;
}

/**
 * One step of Adam for the listed rows of a large matrix. The moments of a row that was last updated Δ steps ago are
 * first multiplied by β₁^(Δ−1) and β₂^(Δ−1), which gives the moments of dense Adam after zero gradients. Unlike in dense
 * Adam, the weights do not change between updates, and weight decay is applied once per update.
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
 *   adamRowsStep(kernels, { rows, weights, gradient, first, second, lastSteps }, { step, learningRate: 0.1 });
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

/** The arrays of an Adam step for a subset of rows whose gradient is a product. Initialize the moments and `lastSteps` to zero. */
export interface AdamProduct extends Omit<AdamRows, "gradient"> {
  /** The sparse factor of the gradient; row i belongs to row `rows[i]` of the weights. */
  readonly x: ValuedCsr;
  /** The dense factor of the gradient. */
  readonly dense: Matrix;
  /** Memory for two rows of the weights, whose contents are overwritten. */
  readonly workspace: Float32Array;
}

/**
 * One step of Adam for the listed rows of a large matrix, whose gradient is the product x·dense. The result is bit-identical to that of
 * {@link sparseProduct} followed by {@link adamRowsStep}, but the gradient is not stored, and large matrices take about 8% less time.
 *
 * @example
 * ```ts
 * import { adamProductStep, allocate, createKernelMemory, createKernels, loadKernelModule, matrix } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 2000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const floats = (rows: number) => matrix(allocate(memory, Float32Array, rows), rows, 1);
 * const [weights, first, second] = [1, 2, 3].map(() => floats(5));
 * const lastSteps = allocate(memory, Int32Array, 5);
 * const workspace = allocate(memory, Float32Array, 2);
 * const dense = floats(3);
 * dense.data.set([1, 2, 3]);
 * // The gradient of row 3 is 10·dense[0] − 4·dense[2] = −2.
 * const rows = allocate(memory, Int32Array, 1);
 * const x = {
 *   indptr: allocate(memory, Int32Array, 2),
 *   indices: allocate(memory, Int32Array, 2),
 *   values: allocate(memory, Float32Array, 2),
 * };
 * rows[0] = 3;
 * x.indptr.set([0, 2]);
 * x.indices.set([0, 2]);
 * x.values.set([10, -4]);
 * const arrays = { rows, weights, x, dense, first, second, lastSteps, workspace };
 * adamProductStep(kernels, arrays, { step: 1, learningRate: 0.1 });
 * console.log(Array.from(weights.data, (w) => w.toFixed(3)).join(" ")); // 0.000 0.000 0.000 0.100 0.000
 * console.log(first.data[3].toFixed(3)); // -0.200
 * ```
 */
export function adamProductStep(
  kernels: Kernels,
  { rows, weights, x, dense, first, second, lastSteps, workspace }: AdamProduct,
  options: AdamOptions,
): void {
  const { step, beta1, beta2, rate, rootScale, epsilon, keepWeight } = adamFactors(options);
  const xRows = checkSparse(kernels, "x", x);
  if (xRows !== rows.length) throw new RangeError(`x has ${xRows} rows; expected ${rows.length}, the length of rows`);
  checkSparseColumns(kernels, "x", x, dense.rows, "the rows of dense");
  kernels.wasm.adamProduct(
    matrixPointer(kernels, "weights", weights),
    weights.stride * 4,
    matrixPointerOfShape(kernels, "first", first, weights.rows, weights.columns),
    first.stride * 4,
    matrixPointerOfShape(kernels, "second", second, weights.rows, weights.columns),
    second.stride * 4,
    weights.columns,
    rowListPointer(kernels, rows, weights.rows),
    rows.length,
    x.indptr.byteOffset,
    x.indices.byteOffset,
    x.values.byteOffset,
    matrixPointerOfShape(kernels, "dense", dense, dense.rows, weights.columns),
    dense.stride * 4,
    pointerOfLength(kernels, "workspace", workspace, 2 * weights.columns),
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
