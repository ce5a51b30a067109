import { axpy, type Matrix, scale, type ValuedCsr } from "@tierwise/kernels";
import { wordBytes } from "../engine/arena.ts";
import type { Engine } from "../engine/engine.ts";
import { conjugateGradients, dot } from "../linear/conjugate-gradients.ts";
import { multiplySparse, rowCount } from "../linear/products.ts";

export interface RegressorOptions {
  /** C, the weight of the squared error. */
  readonly cost: number;
  /** μ, the weight of the L1 norm of the predicted embeddings, or 0 for ridge regression, which is solved directly. */
  readonly sparsity: number;
  /** The number of rounds of ADMM. */
  readonly rounds: number;
  /** The tolerance for the relative residual of the linear systems, and for the relative decrease of the objective in a round. */
  readonly tolerance: number;
  /** Called with the objective after every round. */
  readonly onStep: (objective: number) => void;
}

const maxIterations = 200;

/**
 * Fits a linear map V from features to embeddings, with sparse predicted embeddings:
 *
 *     min over V of C‖Z − XV‖² + ½‖V‖² + μ‖XV‖₁
 *
 * by the alternating direction method of multipliers on α = XV (Boyd et al. 2011), with ρ = 2C. Each round solves the linear system ((2C +
 * ρ)XᵀX + I)V = Xᵀ(2C·Z + ρ(α − β)) by conjugate gradients, starting from the previous V, because there may be many features.
 *
 * @param x - Rows × features.
 * @param transpose - Features × rows.
 * @param z - Rows × dimensions.
 * @returns V, features × dimensions.
 */
export async function fitRegressor(
  engine: Engine,
  x: ValuedCsr,
  transpose: ValuedCsr,
  z: Matrix,
  { cost, sparsity, rounds, tolerance, onStep }: RegressorOptions,
): Promise<Matrix> {
  const { arena, kernels } = engine;
  const { rows, columns } = z;
  const v = arena.matrix(rowCount(transpose), columns);
  const mark = arena.mark();
  const features = (): Matrix => arena.matrix(rowCount(transpose), columns);
  const [target, residual, direction, product] = [features(), features(), features(), features()];
  const [predicted, alpha, beta] = [
    arena.matrix(rows, columns),
    arena.matrix(rows, columns),
    arena.matrix(rows, columns),
  ];
  const rho = sparsity > 0 ? 2 * cost : 0;
  const asMatrix = (data: Float32Array): Matrix => ({ ...v, data });

  async function apply(out: Float32Array, s: Float32Array): Promise<void> {
    await multiplySparse(engine, predicted, x, asMatrix(s));
    await multiplySparse(engine, asMatrix(out), transpose, predicted);
    scale(kernels, out, 2 * cost + rho);
    axpy(kernels, out, 1, s);
  }

  async function solve(): Promise<void> {
    const { data } = predicted;
    for (let i = 0; i < data.length; i++) data[i] = 2 * cost * z.data[i] + rho * (alpha.data[i] - beta.data[i]);
    await multiplySparse(engine, target, transpose, predicted);
    const work = [residual.data, direction.data, product.data] as const;
    const options = { maxIterations, tolerance, relativeTo: "b" } as const;
    await conjugateGradients(kernels, { apply, b: target.data, x: v.data, work }, options);
    await multiplySparse(engine, predicted, x, v);
  }

  function objective(): number {
    const { data } = predicted;
    let squares = 0;
    let sizes = 0;
    for (let i = 0; i < data.length; i++) {
      squares += (z.data[i] - data[i]) ** 2;
      sizes += Math.abs(data[i]);
    }
    return cost * squares + dot(v.data, v.data) / 2 + sparsity * sizes;
  }

  let before = Number.POSITIVE_INFINITY;
  for (let round = 0; round < (sparsity > 0 ? rounds : 1); round++) {
    await solve();
    const value = objective();
    onStep(value);
    if (Math.abs(before - value) <= tolerance * value) break;
    before = value;
    if (sparsity > 0) shrink(predicted.data, alpha.data, beta.data, sparsity / rho);
  }
  arena.release(mark);
  return v;
}

/** Updates α ← XV + β, shrunk toward 0, and β ← β + XV − α. */
function shrink(predicted: Float32Array, alpha: Float32Array, beta: Float32Array, threshold: number): void {
  for (let i = 0; i < predicted.length; i++) {
    const sum = predicted[i] + beta[i];
    alpha[i] = Math.sign(sum) * Math.max(0, Math.abs(sum) - threshold);
    beta[i] = sum - alpha[i];
  }
}

export function regressorBytes(rows: number, features: number, dimensions: number): number {
  return 5 * wordBytes(features * dimensions) + 3 * wordBytes(rows * dimensions);
}
