import type { Kernels, Matrix } from "@tierwise/kernels";
import type { Engine } from "../engine/engine.ts";
import type { OperandReader } from "../engine/operands.ts";

/** The number of rows of the result per shard; their sums fit in the cache. */
const rowsPerShard = 8;

/**
 * out = aᵀ·a in double precision, k × k for `a` with k columns. Single precision would lose the small eigenvalues that later
 * factorizations need.
 */
export async function gram(engine: Engine, out: Float64Array, a: Matrix): Promise<void> {
  const k = a.columns;
  await engine.run("gram", Math.ceil(k / rowsPerShard), [out, a]);
  for (let i = 0; i < k; i++) for (let j = 0; j < i; j++) out[i * k + j] = out[j * k + i];
}

export function gramShard(_: Kernels, operands: OperandReader, shard: number): void {
  const out = operands.doubles();
  const { data, rows, columns, stride } = operands.matrix();
  const first = shard * rowsPerShard;
  const end = Math.min(columns, first + rowsPerShard);
  out.fill(0, first * columns, end * columns);
  for (let r = 0; r < rows; r++) {
    const row = r * stride;
    for (let i = first; i < end; i++) {
      const value = data[row + i];
      if (value === 0) continue;
      const at = i * columns;
      for (let j = i; j < columns; j++) out[at + j] += value * data[row + j];
    }
  }
}
