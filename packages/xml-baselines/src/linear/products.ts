import { gemmNN, type Kernels, type Matrix, rowRange, sparseProduct, type ValuedCsr } from "@tierwise/kernels";
import type { Engine } from "../engine/engine.ts";
import type { OperandReader } from "../engine/operands.ts";

/** The number of rows of the result per shard. */
const rowsPerShard = 128;

export function rowShards(rows: number): number {
  return Math.ceil(rows / rowsPerShard);
}

export function shardRows(shard: number, rows: number): [from: number, to: number] {
  return [shard * rowsPerShard, Math.min(rows, (shard + 1) * rowsPerShard)];
}

export function rowCount({ indptr }: ValuedCsr): number {
  return indptr.length - 1;
}

/** Returns a view of rows `from` to `to` − 1 of a sparse matrix. */
export function sparseRows(x: ValuedCsr, from: number, to: number): ValuedCsr {
  return { ...x, indptr: x.indptr.subarray(from, to + 1) };
}

/** out = x·dense on all threads. */
export function multiplySparse(engine: Engine, out: Matrix, x: ValuedCsr, dense: Matrix): Promise<void> {
  return engine.run("sparseProduct", rowShards(rowCount(x)), [out, x, dense]);
}

/** out = a·b on all threads. */
export function multiply(engine: Engine, out: Matrix, a: Matrix, b: Matrix): Promise<void> {
  return engine.run("gemm", rowShards(a.rows), [out, a, b]);
}

export function sparseProductShard(kernels: Kernels, operands: OperandReader, shard: number): void {
  const [out, x, dense] = [operands.matrix(), operands.sparse(), operands.matrix()];
  const [from, to] = shardRows(shard, rowCount(x));
  sparseProduct(kernels, rowRange(out, from, to), sparseRows(x, from, to), dense);
}

export function gemmShard(kernels: Kernels, operands: OperandReader, shard: number): void {
  const [out, a, b] = [operands.matrix(), operands.matrix(), operands.matrix()];
  const [from, to] = shardRows(shard, a.rows);
  gemmNN(kernels, rowRange(out, from, to), rowRange(a, from, to), b);
}
