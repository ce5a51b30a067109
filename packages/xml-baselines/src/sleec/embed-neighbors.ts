import { axpy, type Matrix, type SparseMatrix } from "@tierwise/kernels";
import type { Random } from "@tierwise/random";
import { wordBytes } from "../engine/arena.ts";
import type { Engine } from "../engine/engine.ts";
import { transposeCopy } from "../engine/sparse-copy.ts";
import { dot } from "../linear/conjugate-gradients.ts";
import { multiplySparse } from "../linear/products.ts";
import { gather, sampledProducts } from "../linear/sampled-products.ts";
import { truncatedSvd, truncatedSvdBytes } from "../linear/truncated-svd.ts";

/** Products with the similarities and their transpose in the truncated SVD. */
const svdIterations = 3;

/** What {@link embedNeighbors} takes. */
export interface EmbedOptions {
  /** d, the length of an embedding. */
  readonly dimensions: number;
  /** The most rounds. */
  readonly maxRounds: number;
  /** The relative fall of the objective in a round at which to stop. */
  readonly tolerance: number;
  readonly random: Random;
  /** Told the objective at the start and after every half-step. */
  readonly onStep: (objective: number) => void;
}

/**
 * Embeddings of rows whose inner products match given similarities on the entries that were kept, Ω:
 *
 *     min over U, V of Σ_{(i, j) ∈ Ω} (s_ij − u_i · v_j)²
 *
 * from the truncated SVD of the kept similarities (the others taken as 0), then gradient steps for U and V in turn. With one of
 * them fixed the objective is quadratic in the other, so that the best length of a step is known and no step makes it larger.
 *
 * @param similarities - Rows × rows; the values are overwritten with what the embeddings leave over.
 * @returns U.
 */
export async function embedNeighbors(
  engine: Engine,
  similarities: SparseMatrix,
  options: EmbedOptions,
): Promise<Matrix> {
  const { arena, kernels } = engine;
  const { rows, values: residual } = similarities;
  const { dimensions, maxRounds, tolerance, random, onStep } = options;
  const u = arena.matrix(rows, dimensions);
  const mark = arena.mark();
  const places = arena.ints(residual.length);
  const transpose = transposeCopy(arena, similarities, rows, places);
  const change = arena.floats(residual.length);
  const svd = { x: similarities, transpose, rank: dimensions, random, iterations: svdIterations };
  const { left, right: v } = await truncatedSvd(engine, svd);
  u.data.set(left.data);
  // The memory of the left factor is free now.
  const step = left;

  await sampledProducts(engine, change, similarities, u, v);
  axpy(kernels, residual, -1, change);
  let objective = dot(residual, residual);
  onStep(objective);

  /** The exact minimum along `step`, whose effect on the inner products is `change`. */
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

/** The bytes that {@link embedNeighbors} takes at once. */
export function embedBytes(rows: number, entries: number, dimensions: number): number {
  return (
    4 * wordBytes(entries) +
    6 * wordBytes(rows) +
    wordBytes(rows * dimensions) +
    truncatedSvdBytes(rows, rows, dimensions)
  );
}
