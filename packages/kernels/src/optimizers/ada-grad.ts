import type { Kernels } from "../build/kernels.ts";
import { pointer, pointerOfLength } from "../memory/memory.ts";

/** The arrays of an AdaGrad step, all of the same length. Initialize the sums of squares to zero. */
export interface AdaGradArrays {
  /** The weights, updated in place. */
  readonly weights: Float32Array;
  /** The gradient of the loss. */
  readonly gradient: Float32Array;
  /** The sums of squared gradients. */
  readonly squares: Float32Array;
}

/** Options for {@link adaGradStep}. */
export interface AdaGradOptions {
  /** The learning rate η. */
  readonly learningRate: number;
  /** A constant ε that is added to the root of the sum of squares. Default: 1e-10. */
  readonly epsilon?: number;
  /** Decoupled weight decay λ: each step multiplies the weights by 1 − ηλ. Default: 0. */
  readonly weightDecay?: number;
}

/**
 * One step of AdaGrad (Duchi, Hazan and Singer, 2011): s ← s + g², w ← (1 − ηλ)w − η · g/(√s + ε). A weight whose
 * gradients have all been zero does not change.
 *
 * @example
 * ```ts
 * import { adaGradStep, allocate, createKernelMemory, createKernels, loadKernelModule } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 1000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const [weights, gradient, squares] = [1, 2, 3].map(() => allocate(memory, Float32Array, 2));
 * gradient.set([3, -0.5]);
 * for (let step = 0; step < 2; step++) adaGradStep(kernels, { weights, gradient, squares }, { learningRate: 0.1 });
 * // The first step has length 0.1, the second 0.1/√2.
 * console.log(weights[0].toFixed(5), weights[1].toFixed(5)); // -0.17071 0.17071
 * ```
 */
export function adaGradStep(
  kernels: Kernels,
  { weights, gradient, squares }: AdaGradArrays,
  { learningRate, epsilon = 1e-10, weightDecay = 0 }: AdaGradOptions,
): void {
  if (!(learningRate >= 0)) throw new RangeError(`learningRate is ${learningRate}; expected a nonnegative number`);
  if (!(epsilon >= 0)) throw new RangeError(`epsilon is ${epsilon}; expected a nonnegative number`);
  if (!(weightDecay >= 0)) throw new RangeError(`weightDecay is ${weightDecay}; expected a nonnegative number`);
  kernels.wasm.adaGrad(
    pointer(kernels, "weights", weights),
    pointerOfLength(kernels, "gradient", gradient, weights.length),
    pointerOfLength(kernels, "squares", squares, weights.length),
    weights.length,
    learningRate,
    epsilon,
    1 - learningRate * weightDecay,
  );
}
