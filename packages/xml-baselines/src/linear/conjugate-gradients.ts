import { axpy, type Kernels } from "@tierwise/kernels";

/** A symmetric positive definite system A·x = b whose arrays are in the memory of the kernels. */
export interface LinearSystem {
  /** out = A·v. */
  readonly apply: (out: Float32Array, v: Float32Array) => Promise<void>;
  readonly b: Float32Array;
  /** The starting point, which is overwritten with the solution. */
  readonly x: Float32Array;
  /** Scratch memory: three arrays with the same length as x. */
  readonly work: readonly [residual: Float32Array, direction: Float32Array, product: Float32Array];
}

/** Stopping criteria of {@link conjugateGradients}. */
export interface ConjugateGradientOptions {
  readonly maxIterations: number;
  /** Stop at this residual norm, relative to {@link ConjugateGradientOptions.relativeTo}. */
  readonly tolerance: number;
  /** Whether the tolerance is relative to the norm of `b` or of the residual at the starting point. */
  readonly relativeTo: "b" | "start";
}

/**
 * Solves a system by conjugate gradients (Hestenes and Stiefel 1952). Every iteration decreases ½xᵀAx − bᵀx; dot products are summed
 * in double precision.
 *
 * @returns The number of iterations.
 */
export async function conjugateGradients(
  kernels: Kernels,
  { apply, b, x, work: [residual, direction, product] }: LinearSystem,
  { maxIterations, tolerance, relativeTo }: ConjugateGradientOptions,
): Promise<number> {
  await apply(product, x);
  residual.set(b);
  axpy(kernels, residual, -1, product);
  direction.set(residual);
  let squares = dot(residual, residual);
  const enough = tolerance ** 2 * (relativeTo === "b" ? dot(b, b) : squares);
  let iteration = 0;
  while (iteration < maxIterations && squares > enough) {
    await apply(product, direction);
    const curvature = dot(direction, product);
    if (!(curvature > 0)) break;
    const step = squares / curvature;
    axpy(kernels, x, step, direction);
    axpy(kernels, residual, -step, product);
    const before = squares;
    squares = dot(residual, residual);
    const keep = squares / before;
    for (let i = 0; i < direction.length; i++) direction[i] = residual[i] + keep * direction[i];
    iteration++;
  }
  return iteration;
}

/** Σ a_i·b_i in double precision. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
