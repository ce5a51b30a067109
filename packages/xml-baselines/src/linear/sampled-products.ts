import { type Kernels, type Matrix, rowRange, sampledProduct, type ValuedCsr } from "@tierwise/kernels";
import type { Engine } from "../engine/engine.ts";
import type { OperandReader } from "../engine/operands.ts";
import { rowCount, rowShards, shardRows, sparseRows } from "./products.ts";

/** The sums over the entries of a sparse matrix that {@link sampledProducts} returns. */
export interface SampledSums {
  /** Σ product². */
  readonly squares: number;
  /** Σ product · value. */
  readonly withValues: number;
}

/** out_e = u_i · v_j for every entry (i, j) of `pattern`; returns Σ out_e² and Σ out_e · value_e. */
export async function sampledProducts(
  engine: Engine,
  out: Float32Array,
  pattern: ValuedCsr,
  u: Matrix,
  v: Matrix,
): Promise<SampledSums> {
  const { arena } = engine;
  const mark = arena.mark();
  const sums = arena.doubles(2 * rowCount(pattern));
  await engine.run("sampledProducts", rowShards(rowCount(pattern)), [out, pattern, u, v, sums]);
  let squares = 0;
  let withValues = 0;
  for (let i = 0; i < rowCount(pattern); i++) {
    squares += sums[2 * i];
    withValues += sums[2 * i + 1];
  }
  arena.release(mark);
  return { squares, withValues };
}

export function sampledProductsShard(kernels: Kernels, operands: OperandReader, shard: number): void {
  const [out, pattern, u] = [operands.floats(), operands.sparse(), operands.matrix()];
  const [v, sums] = [operands.matrix(), operands.doubles()];
  const [from, to] = shardRows(shard, rowCount(pattern));
  const { indptr, values } = pattern;
  sampledProduct(kernels, { ...sparseRows(pattern, from, to), values: out }, rowRange(u, from, to), v);
  for (let i = from; i < to; i++) {
    let squares = 0;
    let withValues = 0;
    for (let e = indptr[i]; e < indptr[i + 1]; e++) {
      squares += out[e] * out[e];
      withValues += out[e] * values[e];
    }
    sums[2 * i] = squares;
    sums[2 * i + 1] = withValues;
  }
}

const entriesPerShard = 1 << 16;

export function gather(engine: Engine, out: Float32Array, values: Float32Array, places: Int32Array): Promise<void> {
  return engine.run("gather", Math.ceil(places.length / entriesPerShard), [out, values, places]);
}

export function gatherShard(_: Kernels, operands: OperandReader, shard: number): void {
  const [out, values, places] = [operands.floats(), operands.floats(), operands.ints()];
  const to = Math.min(places.length, (shard + 1) * entriesPerShard);
  for (let e = shard * entriesPerShard; e < to; e++) out[e] = values[places[e]];
}
