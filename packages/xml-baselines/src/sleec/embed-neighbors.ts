import { axpy, type Matrix, type ValuedCsr } from "@tierwise/kernels";
import type { Random } from "@tierwise/random";
import { wordBytes } from "../engine/arena.ts";
import type { Engine } from "../engine/engine.ts";
import { transposeCopy } from "../engine/sparse-copy.ts";
import { dot } from "../linear/conjugate-gradients.ts";
import { multiplySparse, rowCount } from "../linear/products.ts";
import { gather, sampledProducts } from "../linear/sampled-products.ts";
import { truncatedSvd, truncatedSvdBytes } from "../linear/truncated-svd.ts";

/** The number of subspace iterations in the truncated SVD. */
const svdIterations = 3;

export interface EmbedOptions {
  /** d, the length of an embedding. */
  readonly dimensions: number;
  readonly maxRounds: number;
  /** The iteration stops when the relative decrease of the objective in a round is below this value. */
  readonly tolerance: number;
  readonly random: Random;
  /** Called with the objective at the start and after every half-step. */
  readonly onStep: (objective: number) => void;
}

/**
 * Computes embeddings of rows. Their inner products approximate the given similarities on the kept entries Ω:
 *
 *     min over U, V of Σ_{(i, j) ∈ Ω} (s_ij − u_i · v_j)²
 *
 * The method starts from the truncated SVD of the kept similarities (all others are 0) and alternates gradient steps for U and V. With one
 * factor fixed, the objective is quadratic in the other factor, so the optimal step length is known and no step increases the objective.
 *
 * @param similarities - Rows × rows; the values are overwritten with the residuals.
 * @returns U.
 */
export async function embedNeighbors(engine: Engine, similarities: ValuedCsr, options: EmbedOptions): Promise<Matrix> {
  const { arena, kernels } = engine;
  const rows = rowCount(similarities);
  const { values: residual } = similarities;
  const { dimensions, maxRounds, tolerance, random, onStep } = options;
  const u = arena.matrix(rows, dimensions);
  const mark = arena.mark();
  const places = arena.ints(residual.length);
  const transpose = transposeCopy(arena, similarities, rows, places);
  const change = arena.floats(residual.length);
  const svd = { x: similarities, transpose, rank: dimensions, random, iterations: svdIterations };
  const { left, right: v } = await truncatedSvd(engine, svd);
  u.data.set(left.data);
  // Reuses the memory of the left factor.
  const step = left;

  await sampledProducts(engine, change, similarities, u, v);
  axpy(kernels, residual, -1, change);
  let objective = dot(residual, residual);
  onStep(objective);

  /** Moves `factor` to the exact minimum along `step`; a step of length 1 changes the inner products by `change`. */
  const advance = (factor: Matrix, sums: { squares: number; withValues: number }): void => {
    if (!(sums.squares > 0)) return;
    const length = sums.withValues / sums.squares;
    axpy(kernels, factor.data, length, step.data);
    axpy(kernels, residual, -length, change);
    objective -= length * sums.withValues;
    onStep(objective);
  };
  for (let round = 0; round < maxRounds; round++) {
    const before = objective;
    await multiplySparse(engine, step, similarities, v);
    advance(u, await sampledProducts(engine, change, similarities, step, v));
    await gather(engine, transpose.values, residual, places);
    await multiplySparse(engine, step, transpose, u);
    advance(v, await sampledProducts(engine, change, similarities, u, step));
    if (before - objective <= tolerance * before) break;
  }
  arena.release(mark);
  return u;
}

export function embedBytes(rows: number, entries: number, dimensions: number): number {
  return (
    4 * wordBytes(entries) +
    6 * wordBytes(rows) +
    wordBytes(rows * dimensions) +
    truncatedSvdBytes(rows, rows, dimensions)
  );
}
