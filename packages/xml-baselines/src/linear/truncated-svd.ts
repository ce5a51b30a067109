import type { Matrix, ValuedCsr } from "@tierwise/kernels";
import { normal, type Random } from "@tierwise/random";
import type { Engine } from "../engine/engine.ts";
import { gram } from "./gram.ts";
import { multiply, multiplySparse, rowCount } from "./products.ts";
import { symmetricEigen } from "./symmetric-eigen.ts";

/** The number of additional columns, which make the last singular vectors as accurate as the first ones. */
const oversampling = 10;
/** Directions with eigenvalues below this fraction of the largest eigenvalue are rounding noise and are dropped. */
const noise = 1e-12;

export interface TruncatedSvdOptions {
  readonly x: ValuedCsr;
  /** The transpose of x. */
  readonly transpose: ValuedCsr;
  readonly rank: number;
  readonly random: Random;
  /** The number of subspace iterations, each of which multiplies by x and by its transpose. */
  readonly iterations: number;
}

/**
 * Computes the factors U·√Σ and V·√Σ of the best approximation of a given rank to a sparse n × m matrix, by subspace iteration from a
 * random start (Halko, Martinsson and Tropp 2011, algorithm 4.4). Columns beyond the rank of x are zero.
 */
export async function truncatedSvd(
  engine: Engine,
  { x, transpose, rank, random, iterations }: TruncatedSvdOptions,
): Promise<{ left: Matrix; right: Matrix; singularValues: Float64Array }> {
  const { arena } = engine;
  const [n, m] = [rowCount(x), rowCount(transpose)];
  const [left, right] = [arena.matrix(n, rank), arena.matrix(m, rank)];
  const mark = arena.mark();
  const width = Math.min(rank + oversampling, n, m);
  const [q, spareQ] = [arena.matrix(n, width), arena.matrix(n, width)];
  const [p, spareP] = [arena.matrix(m, width), arena.matrix(m, width)];
  for (let i = 0; i < p.data.length; i++) p.data[i] = normal(random);
  await multiplySparse(engine, spareQ, x, p);
  await orthonormalize(engine, q, spareQ);
  for (let i = 0; i < iterations; i++) {
    await multiplySparse(engine, spareP, transpose, q);
    await orthonormalize(engine, p, spareP);
    await multiplySparse(engine, spareQ, x, p);
    await orthonormalize(engine, q, spareQ);
  }
  // A second pass makes the columns orthogonal despite rounding errors.
  spareQ.data.set(q.data);
  await orthonormalize(engine, q, spareQ);
  // x ≈ Q·Bᵀ with B = xᵀ·Q; BᵀB = P·Σ²·Pᵀ gives U = Q·P and V = B·P·Σ⁻¹.
  await multiplySparse(engine, p, transpose, q);
  const { values, vectors } = await gramEigen(engine, p);
  const singularValues = Float64Array.from({ length: rank }, (_, k) => Math.sqrt(Math.max(0, values[k] ?? 0)));
  const usable = (k: number): boolean => k < width && values[k] > noise * values[0];
  await rotate(engine, left, q, vectors, (k) => (usable(k) ? Math.sqrt(singularValues[k]) : 0));
  await rotate(engine, right, p, vectors, (k) => (usable(k) ? 1 / Math.sqrt(singularValues[k]) : 0));
  arena.release(mark);
  return { left, right, singularValues };
}

/**
 * out = an orthonormal basis of the columns of `a`, computed from the eigenvectors of the Gram matrix (Stathopoulos and Wu 2002). If `a`
 * is rank-deficient, the remaining columns are zero.
 */
async function orthonormalize(engine: Engine, out: Matrix, a: Matrix): Promise<void> {
  const { values, vectors } = await gramEigen(engine, a);
  await rotate(engine, out, a, vectors, (k) => (values[k] > noise * values[0] ? 1 / Math.sqrt(values[k]) : 0));
}

async function gramEigen(engine: Engine, a: Matrix): Promise<{ values: Float64Array; vectors: Float64Array }> {
  const { arena } = engine;
  const mark = arena.mark();
  const matrix = arena.doubles(a.columns ** 2);
  await gram(engine, matrix, a);
  arena.release(mark);
  return symmetricEigen(matrix.slice(), a.columns);
}

/** out = the first columns of a·vectors·diag(factors). */
async function rotate(
  engine: Engine,
  out: Matrix,
  a: Matrix,
  vectors: Float64Array,
  factor: (k: number) => number,
): Promise<void> {
  const { arena } = engine;
  const mark = arena.mark();
  const rotation = arena.matrix(a.columns, out.columns);
  for (let k = 0; k < Math.min(a.columns, out.columns); k++) {
    const scale = factor(k);
    for (let i = 0; i < a.columns; i++) rotation.data[i * out.columns + k] = scale * vectors[i * a.columns + k];
  }
  await multiply(engine, out, a, rotation);
  arena.release(mark);
}

/** The peak number of bytes that {@link truncatedSvd} uses in the arena, including its result. */
export function truncatedSvdBytes(rows: number, columns: number, rank: number): number {
  const width = rank + oversampling;
  return 4 * (rows + columns) * (rank + 2 * width) + 16 * width ** 2 + 4096;
}
