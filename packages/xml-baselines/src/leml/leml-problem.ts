import type { LabeledRows } from "@tierwise/data/rows";
import { axpy, type Matrix, scale } from "@tierwise/kernels";
import { wordBytes } from "../engine/arena.ts";
import type { Engine } from "../engine/engine.ts";
import { copySparse, sparsePairBytes, transposeCopy } from "../engine/sparse-copy.ts";
import { choleskyFactor, choleskySolve } from "../linear/cholesky.ts";
import { conjugateGradients, dot } from "../linear/conjugate-gradients.ts";
import { gram } from "../linear/gram.ts";
import { multiply, multiplySparse } from "../linear/products.ts";

/**
 * The optimization problem of LEML, with the current W and H and the two half-steps:
 *
 *     f(W, H) = ‖Y − XWHᵀ‖² + (λ/2)(‖W‖² + ‖H‖²)
 */
export interface LemlProblem {
  /** W, features × k. */
  readonly w: Matrix;
  /** H, labels × k. */
  readonly h: Matrix;
  /** Call this after writing the initial W and before the first step. */
  setW(): Promise<void>;
  /** Sets H to the minimizer of f for this W; returns f. */
  solveH(): Promise<number>;
  /** Moves W toward the minimizer of f for this H by conjugate-gradient iterations; returns f. */
  improveW(options: { readonly maxIterations: number; readonly tolerance: number }): Promise<number>;
  /** out = ∂f/∂W at W and H. */
  gradientW(out: Matrix): Promise<void>;
  /** out = the product of s with the Hessian of f with respect to W, λs + 2Xᵀ((Xs)·HᵀH), computed without forming XWHᵀ. */
  hessianW(out: Matrix, s: Matrix): Promise<void>;
}

export function lemlBytes({ features, labels, numRows, numFeatures, numLabels }: LabeledRows, rank: number): number {
  const x = { rows: numRows, columns: numFeatures, entries: features.indices.length };
  const y = { rows: numRows, columns: numLabels, entries: labels.indices.length };
  const floats = rank * (6 * numFeatures + 2 * numRows + numLabels) + 7 * rank * rank;
  return sparsePairBytes(x) + sparsePairBytes(y) + wordBytes(floats) + 64 * 20;
}

/** Sets up a problem in the engine's arena, with W and H zero. */
export function lemlProblem(
  engine: Engine,
  { features, labels, numRows, numFeatures, numLabels }: LabeledRows,
  { rank, lambda }: { readonly rank: number; readonly lambda: number },
): LemlProblem {
  const { arena, kernels } = engine;
  const all = Int32Array.from({ length: numRows }, (_, row) => row);
  const x = copySparse(arena, features, all, { normalize: false });
  const xTranspose = transposeCopy(arena, x, numFeatures);
  const y = copySparse(arena, labels, all, { normalize: false });
  const yTranspose = transposeCopy(arena, y, numLabels);
  const labelSquares = dot(y.values, y.values);
  const [w, h] = [arena.matrix(numFeatures, rank), arena.matrix(numLabels, rank)];
  const [xw, rows] = [arena.matrix(numRows, rank), arena.matrix(numRows, rank)];
  const target = arena.matrix(numFeatures, rank);
  const middle = arena.matrix(Math.min(numFeatures, numRows), rank);
  const [residual, direction, step] = [1, 2, 3].map(() => arena.matrix(numFeatures, rank));
  const [xwGram, hGram] = [arena.doubles(rank * rank), arena.doubles(rank * rank)];
  const hGramSingle = arena.matrix(rank, rank);

  async function updateXw(): Promise<void> {
    await multiplySparse(engine, xw, x, w);
    await gram(engine, xwGram, xw);
  }

  /** Computes f from products that the steps also need: ‖Y − XWHᵀ‖² = ‖Y‖² − 2⟨XᵀYH, W⟩ + tr((XW)ᵀXW·HᵀH). */
  function objective(): number {
    let traceOfGrams = 0;
    for (let i = 0; i < rank * rank; i++) traceOfGrams += xwGram[i] * hGram[i];
    // target is 2XᵀYH.
    const squares = labelSquares - dot(target.data, w.data) + traceOfGrams;
    return squares + (lambda / 2) * (dot(w.data, w.data) + dot(h.data, h.data));
  }

  async function hessianW(out: Matrix, s: Matrix): Promise<void> {
    // (Xs)·HᵀH = X·(s·HᵀH): the dense product is computed for the factor with fewer rows.
    if (numFeatures <= numRows) {
      await multiply(engine, middle, s, hGramSingle);
      await multiplySparse(engine, rows, x, middle);
      await multiplySparse(engine, out, xTranspose, rows);
    } else {
      await multiplySparse(engine, rows, x, s);
      await multiply(engine, middle, rows, hGramSingle);
      await multiplySparse(engine, out, xTranspose, middle);
    }
    scale(kernels, out.data, 2);
    axpy(kernels, out.data, lambda, s.data);
  }

  return {
    w,
    h,
    setW: updateXw,
    async solveH() {
      await multiplySparse(engine, h, yTranspose, xw);
      const system = xwGram.slice();
      for (let i = 0; i < rank; i++) system[i * rank + i] += lambda / 2;
      choleskyFactor(system, rank);
      const mark = arena.mark();
      const factor = arena.doubles(rank * rank);
      factor.set(system);
      await choleskySolve(engine, factor, h);
      arena.release(mark);
      await gram(engine, hGram, h);
      hGramSingle.data.set(hGram);
      await multiplySparse(engine, rows, y, h);
      await multiplySparse(engine, target, xTranspose, rows);
      scale(kernels, target.data, 2);
      return objective();
    },
    async improveW(options) {
      const asMatrix = (data: Float32Array): Matrix => ({ ...w, data });
      const work = [residual.data, direction.data, step.data] as const;
      const apply = (out: Float32Array, v: Float32Array) => hessianW(asMatrix(out), asMatrix(v));
      await conjugateGradients(
        kernels,
        { apply, b: target.data, x: w.data, work },
        { ...options, relativeTo: "start" },
      );
      await updateXw();
      return objective();
    },
    async gradientW(out) {
      await hessianW(out, w);
      axpy(kernels, out.data, -1, target.data);
    },
    hessianW,
  };
}
