import type { Kernels, Matrix } from "@tierwise/kernels";
import type { Engine } from "../engine/engine.ts";
import type { OperandReader } from "../engine/operands.ts";
import { rowShards, shardRows } from "./products.ts";

/**
 * Overwrites the lower triangle of a symmetric positive definite k × k matrix A with L, where A = L·Lᵀ.
 *
 * @throws Error if a pivot is not positive.
 */
export function choleskyFactor(matrix: Float64Array, k: number): void {
  for (let i = 0; i < k; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * k + j];
      for (let l = 0; l < j; l++) sum -= matrix[i * k + l] * matrix[j * k + l];
      if (i > j) {
        matrix[i * k + j] = sum / matrix[j * k + j];
      } else {
        if (!(sum > 0)) throw new Error(`pivot ${i} of the system is ${sum}; expected a positive definite system`);
        matrix[i * k + i] = Math.sqrt(sum);
      }
    }
  }
}

/** Overwrites every row b of `rows` with the solution of A·x = b, on all threads; `factor` is the result of {@link choleskyFactor}. */
export function choleskySolve(engine: Engine, factor: Float64Array, rows: Matrix): Promise<void> {
  return engine.run("choleskySolve", rowShards(rows.rows), [factor, rows]);
}

export function choleskySolveShard(_: Kernels, operands: OperandReader, shard: number): void {
  const [factor, { data, rows, columns: k, stride }] = [operands.doubles(), operands.matrix()];
  const [from, to] = shardRows(shard, rows);
  const x = new Float64Array(k);
  for (let row = from; row < to; row++) {
    for (let i = 0; i < k; i++) {
      let sum = data[row * stride + i];
      for (let j = 0; j < i; j++) sum -= factor[i * k + j] * x[j];
      x[i] = sum / factor[i * k + i];
    }
    // Solves Lᵀ·x = y using rows of L: as soon as x_i is known, its contribution is subtracted from all earlier equations.
    for (let i = k - 1; i >= 0; i--) {
      x[i] /= factor[i * k + i];
      for (let j = 0; j < i; j++) x[j] -= factor[i * k + j] * x[i];
      data[row * stride + i] = x[i];
    }
  }
}
