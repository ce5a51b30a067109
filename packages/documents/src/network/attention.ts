import {
  allocate,
  axpy,
  columnRange,
  columnSums,
  gemmNN,
  gemmNT,
  gemmTN,
  type KernelMemory,
  type Kernels,
  type Matrix,
  matrix,
  relu,
  reluBackward,
  rowRange,
  scale,
  softmaxRows,
} from "@tierwise/kernels";
import type { AttentionShape, AttentionWeights } from "./attention-weights.ts";

/** The number of rows per block. Only the softmax values of one block of rows are in memory at a time. */
const blockRows = 32;

/** Attention over the documents of each list in a pass; see {@link createAttention}. */
export interface Attention {
  /** Returns relu(x + a·Woᵀ + b) for the rows x of the lists that begin at `starts`; the last start is the number of rows. */
  forward(weights: AttentionWeights, x: Matrix, starts: Int32Array): Matrix;
  /** Replaces the gradient of the last result of `forward` with the gradient of x, and adds the gradient of the weights to `gradients`. */
  backward(weights: AttentionWeights, gradients: AttentionWeights, delta: Matrix, x: Matrix, starts: Int32Array): void;
}

export function attentionBytes({ width, heads, size }: AttentionShape, rows: number, longest: number): number {
  return 4 * (rows * (8 * heads * size + width) + 2 * blockRows * longest) + 16 * blockRows + 64 * 12;
}

/**
 * Multi-head self-attention over the documents of a list. Each head computes
 *
 *     a_i = Σ_j softmax_j(q_i·k_j/√size) · v_j,   q = x·Wqᵀ,   k = x·Wkᵀ,   v = x·Wvᵀ
 *
 * (Vaswani et al., NeurIPS 2017), without position encodings, so that the order of the documents does not matter. The softmax values of a
 * block of rows are discarded after use and recomputed for the gradient, so memory is linear in the length of a list.
 *
 * @param kernels - The kernels.
 * @param memory - The memory of the kernels.
 * @param shape - The width of x, and the number and size of the heads.
 * @param rows - The largest number of rows in a pass.
 * @param longest - The length of the longest list.
 */
export function createAttention(
  kernels: Kernels,
  memory: KernelMemory,
  { width, heads, size }: AttentionShape,
  rows: number,
  longest: number,
): Attention {
  const inner = heads * size;
  const floats = (length: number): Float32Array => allocate(memory, Float32Array, length);
  const [queries, keys, values, mixed] = Array.from({ length: 4 }, () => floats(rows * inner));
  const [ofQueries, ofKeys, ofValues, ofMixed] = Array.from({ length: 4 }, () => floats(rows * inner));
  const attended = floats(rows * width);
  const [shares, ofShares] = [floats(blockRows * longest), floats(blockRows * longest)];
  const statistics = allocate(memory, Float64Array, 2 * blockRows);
  const inverseRoot = 1 / Math.sqrt(size);

  /** The columns of a head in rows `from` to `to` − 1. */
  const part = (data: Float32Array, head: number, from: number, to: number): Matrix =>
    columnRange(rowRange(matrix(data, rows, inner), from, to), head * size, (head + 1) * size);

  /** Calls `visit` for each head and block of rows of each list, with the softmax values of these rows for all rows of the list. */
  function visitBlocks(
    starts: Int32Array,
    visit: (head: number, block: readonly [number, number], list: readonly [number, number], shares: Matrix) => void,
  ): void {
    for (let l = 0; l + 1 < starts.length; l++) {
      const [start, end] = [starts[l], starts[l + 1]];
      for (let head = 0; head < heads; head++) {
        for (let from = start; from < end; from += blockRows) {
          const to = Math.min(from + blockRows, end);
          const p = matrix(shares, to - from, end - start);
          gemmNT(kernels, p, part(queries, head, from, to), part(keys, head, start, end));
          softmaxRows(kernels, p, statistics.subarray(0, 2 * (to - from)));
          visit(head, [from, to], [start, end], p);
        }
      }
    }
  }

  return {
    forward({ query, key, value, output, bias }, x, starts) {
      const count = x.rows;
      for (const [out, weights] of [
        [queries, query],
        [keys, key],
        [values, value],
      ] as const) {
        gemmNT(kernels, matrix(out, count, inner), x, weights);
      }
      scale(kernels, queries.subarray(0, count * inner), inverseRoot);
      visitBlocks(starts, (head, [from, to], [start, end], p) => {
        gemmNN(kernels, part(mixed, head, from, to), p, part(values, head, start, end));
      });
      const result = matrix(attended, count, width);
      gemmNT(kernels, result, matrix(mixed, count, inner), output, { bias });
      const units = attended.subarray(0, count * width);
      axpy(kernels, units, 1, x.data.subarray(0, units.length));
      relu(kernels, units);
      return result;
    },

    backward({ query, key, value, output }, gradients, delta, x, starts) {
      const count = x.rows;
      const used = count * width;
      reluBackward(kernels, delta.data.subarray(0, used), attended.subarray(0, used));
      gemmTN(kernels, gradients.output, delta, matrix(mixed, count, inner), { accumulate: true });
      columnSums(kernels, gradients.bias, delta, { accumulate: true });
      gemmNN(kernels, matrix(ofMixed, count, inner), delta, output);
      ofKeys.fill(0, 0, count * inner);
      ofValues.fill(0, 0, count * inner);
      visitBlocks(starts, (head, [from, to], [start, end], p) => {
        const block = part(ofMixed, head, from, to);
        gemmTN(kernels, part(ofValues, head, start, end), p, block, { accumulate: true });
        const s = matrix(ofShares, to - from, end - start);
        gemmNT(kernels, s, block, part(values, head, start, end));
        softmaxBackward(s, p, block, part(mixed, head, from, to));
        gemmNN(kernels, part(ofQueries, head, from, to), s, part(keys, head, start, end));
        gemmTN(kernels, part(ofKeys, head, start, end), s, part(queries, head, from, to), { accumulate: true });
      });
      scale(kernels, ofQueries.subarray(0, count * inner), inverseRoot);
      for (const [own, weights, gradient] of [
        [ofQueries, query, gradients.query],
        [ofKeys, key, gradients.key],
        [ofValues, value, gradients.value],
      ] as const) {
        gemmTN(kernels, gradient, matrix(own, count, inner), x, { accumulate: true });
        gemmNN(kernels, delta, matrix(own, count, inner), weights, { accumulate: true });
      }
    },
  };
}

/** ds_ij = p_ij(dp_ij − Σ_k p_ik·dp_ik), in place of dp; the sum is the inner product of a row of the output with its gradient. */
function softmaxBackward(s: Matrix, p: Matrix, gradient: Matrix, output: Matrix): void {
  for (let i = 0; i < s.rows; i++) {
    let mean = 0;
    for (let c = 0; c < output.columns; c++) {
      mean += gradient.data[i * gradient.stride + c] * output.data[i * output.stride + c];
    }
    for (let at = i * s.stride, end = at + s.columns; at < end; at++) s.data[at] = p.data[at] * (s.data[at] - mean);
  }
}
