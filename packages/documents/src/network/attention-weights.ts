import { type Matrix, matrix } from "@tierwise/kernels";

/** Options for the attention of `documents`. */
export interface AttentionOptions {
  /** The number of heads. Default: 2. */
  readonly heads?: number;
  /** The size of the queries, keys and values of a head. Default: 16. */
  readonly size?: number;
}

export interface AttentionShape extends Required<AttentionOptions> {
  /** The number of hidden units per document. */
  readonly width: number;
}

/** The weights of attention as views of an array of weights, or of their gradient. */
export interface AttentionWeights {
  /** The shape of `query`, `key` and `value` is (heads · size) × width. */
  readonly query: Matrix;
  readonly key: Matrix;
  readonly value: Matrix;
  /** The shape is width × (heads · size). */
  readonly output: Matrix;
  readonly bias: Float32Array;
}

/** The shape of the attention that follows the given hidden layers; undefined without attention. */
export function attentionShape(
  hidden: readonly number[],
  attention: Required<AttentionOptions> | undefined,
): AttentionShape | undefined {
  return attention && { ...attention, width: hidden[hidden.length - 1] };
}

export function attentionWeightCount({ width, heads, size }: AttentionShape): number {
  return 4 * heads * size * width + width;
}

/** Returns views of the attention weights, which are at the end of an array of weights. */
export function attentionOf(weights: Float32Array, shape: AttentionShape): AttentionWeights {
  const { width, heads, size } = shape;
  let at = weights.length - attentionWeightCount(shape);
  const take = (rows: number, columns: number): Matrix => {
    at += rows * columns;
    return matrix(weights.subarray(at - rows * columns, at), rows, columns);
  };
  const [query, key, value] = [0, 1, 2].map(() => take(heads * size, width));
  return { query, key, value, output: take(width, heads * size), bias: take(1, width).data };
}
