import {
  columnSums,
  dropout as dropUnits,
  gemmNN,
  gemmNT,
  gemmTN,
  type Kernels,
  type Matrix,
  matrix,
  relu,
  reluBackward,
} from "@tierwise/kernels";

/** The widths of a network: features, hidden units of each layer, and the single score. */
export type Widths = readonly number[];

export function widthsOf(featureCount: number, hidden: readonly number[]): Widths {
  return [featureCount, ...hidden, 1];
}

/** The number of weights: outputs × inputs per layer, and one bias per hidden unit. Scores need no bias: only their differences matter. */
export function weightCount(widths: Widths): number {
  let count = 0;
  for (let k = 1; k < widths.length; k++) count += widths[k] * widths[k - 1] + (k < widths.length - 1 ? widths[k] : 0);
  return count;
}

/** One layer: views of the array of weights, or of the gradient with respect to these weights. */
interface Layer {
  readonly weights: Matrix;
  /** Undefined for the last layer. */
  readonly bias: Float32Array | undefined;
}

export function layersOf(weights: Float32Array, widths: Widths): Layer[] {
  let at = 0;
  const take = (length: number): Float32Array => {
    at += length;
    return weights.subarray(at - length, at);
  };
  return widths.slice(1).map((outputs, k) => ({
    weights: matrix(take(outputs * widths[k]), outputs, widths[k]),
    bias: k < widths.length - 2 ? take(outputs) : undefined,
  }));
}

/** A transformation of the last hidden layer that combines the documents of a list, such as attention. */
interface ListContext {
  /** Returns the units to score. */
  forward(units: Matrix): Matrix;
}

/** A {@link ListContext} with a backward pass, for training. */
export interface TrainedContext extends ListContext {
  /** The units that the last `forward` returned. */
  scored(): Matrix;
  /** Replaces the gradient of the scored units with the gradient of the last hidden layer. */
  backward(delta: Matrix, units: Matrix): void;
}

export interface PassOptions<Context extends ListContext = ListContext> {
  readonly drop?: Dropout | undefined;
  readonly context?: Context | undefined;
}

export interface Dropout {
  readonly rate: number;
  readonly seed: number;
  /** A number that is different for each pass. */
  readonly stream: number;
}

/** The activations of a pass, one matrix per width: the first contains the normalized features, the last the scores. */
export type Activations = readonly Float32Array[];

/** Computes the activations of `rows` documents, whose normalized features are in the first matrix. */
export function forward(
  kernels: Kernels,
  layers: readonly Layer[],
  activations: Activations,
  rows: number,
  { drop, context }: PassOptions = {},
): void {
  for (const [k, { weights, bias }] of layers.entries()) {
    const out = rowsOf(activations[k + 1], rows, weights.rows);
    const below = rowsOf(activations[k], rows, weights.columns);
    const isScore = k === layers.length - 1;
    gemmNT(kernels, out, isScore && context ? context.forward(below) : below, weights, bias ? { bias } : {});
    if (isScore) return;
    const units = out.data.subarray(0, rows * weights.rows);
    relu(kernels, units);
    if (drop) dropUnits(kernels, units, { ...drop, start: unitStart(k) });
  }
}

/**
 * Adds the gradient of the weights to `gradients`. `deltas` has the shapes of the activations; its last matrix contains the gradient of the
 * scores, and the others are overwritten.
 */
export function backward(
  kernels: Kernels,
  layers: readonly Layer[],
  gradients: readonly Layer[],
  activations: Activations,
  deltas: Activations,
  rows: number,
  { drop, context }: PassOptions<TrainedContext> = {},
): void {
  for (let k = layers.length - 1; k >= 0; k--) {
    const { weights } = layers[k];
    const delta = rowsOf(deltas[k + 1], rows, weights.rows);
    const units = rowsOf(activations[k], rows, weights.columns);
    const here = k === layers.length - 1 ? context : undefined;
    gemmTN(kernels, gradients[k].weights, delta, here?.scored() ?? units, { accumulate: true });
    const { bias } = gradients[k];
    if (bias) columnSums(kernels, bias, delta, { accumulate: true });
    if (k === 0) return;
    const below = rowsOf(deltas[k], rows, weights.columns);
    gemmNN(kernels, below, delta, weights);
    here?.backward(below, units);
    const gradient = below.data.subarray(0, rows * weights.columns);
    // A dropped unit has activation 0, so the ReLU mask also covers dropout; the gradients of the other units are divided by 1 − rate.
    if (drop) dropUnits(kernels, gradient, { ...drop, start: unitStart(k - 1) });
    reluBackward(kernels, gradient, activations[k].subarray(0, gradient.length));
  }
}

function rowsOf(data: Float32Array, rows: number, columns: number): Matrix {
  return matrix(data, rows, columns);
}

/** The position in the random stream of the first number for a layer, far from the positions for other layers. */
function unitStart(layer: number): number {
  return layer * 2 ** 26;
}
