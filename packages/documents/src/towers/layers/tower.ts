import {
  columnSums,
  dropout as dropUnits,
  gemmNN,
  type Kernels,
  type Matrix,
  matrix,
  relu,
  reluBackward,
  sparseProduct,
  type ValuedCsr,
} from "@tierwise/kernels";
import { type Activations, backward, type Dropout, forward, layersOf, weightCount } from "../../network/layers.ts";

/** A tower: a sparse input layer with one row of weights per feature, then dense layers. */
export interface Tower {
  /** The widths of the layers; the last is d, the length of a vector. A tower with one layer is linear. */
  readonly widths: readonly number[];
  /** Features × width of the first layer. */
  readonly input: Matrix;
  readonly bias: Float32Array;
  readonly layers: ReturnType<typeof layersOf>;
}

/** The number of weights of a tower other than its input matrix: the bias of the input layer, and the dense layers. */
export function denseCount(widths: readonly number[]): number {
  return widths[0] + weightCount(widths);
}

export function towerOf(widths: readonly number[], input: Matrix, dense: Float32Array): Tower {
  return {
    widths,
    input,
    bias: dense.subarray(0, widths[0]),
    layers: layersOf(dense.subarray(widths[0], denseCount(widths)), widths),
  };
}

/** Computes the activations for the rows of `x`; the activations of the last layer are the vectors. */
export function forwardTower(
  kernels: Kernels,
  { widths, input, bias, layers }: Tower,
  x: ValuedCsr,
  activations: Activations,
  drop?: Dropout,
): void {
  const rows = x.indptr.length - 1;
  sparseProduct(kernels, matrix(activations[0], rows, widths[0]), x, input, { bias });
  if (layers.length === 0) return;
  const units = activations[0].subarray(0, rows * widths[0]);
  relu(kernels, units);
  if (drop) dropUnits(kernels, units, inputDropout(drop));
  forward(kernels, layers, activations, rows, { drop });
}

/**
 * Adds the gradient of the dense weights to `gradient`. The last array of `deltas` contains the gradient of the vectors. On return, the first array
 * contains the gradient with respect to the pre-activations of the first layer, from which the gradient of `input` follows.
 */
export function backwardTower(
  kernels: Kernels,
  { widths, layers }: Tower,
  gradient: Pick<Tower, "bias" | "layers">,
  activations: Activations,
  deltas: Activations,
  rows: number,
  drop?: Dropout,
): void {
  const below = matrix(deltas[0], rows, widths[0]);
  if (layers.length > 0) {
    backward(kernels, layers, gradient.layers, activations, deltas, rows, { drop });
    gemmNN(kernels, below, matrix(deltas[1], rows, widths[1]), layers[0].weights);
    const units = deltas[0].subarray(0, rows * widths[0]);
    if (drop) dropUnits(kernels, units, inputDropout(drop));
    reluBackward(kernels, units, activations[0].subarray(0, units.length));
  }
  columnSums(kernels, gradient.bias, below, { accumulate: true });
}

/** Returns the dropout of the input layer, which uses a separate seed. */
function inputDropout({ rate, seed, stream }: Dropout): Dropout & { start: number } {
  return { rate, seed: seed + 1, stream, start: 0 };
}
