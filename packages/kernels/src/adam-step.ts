import { type AdamOptions, adamFactors } from "./adam-options.ts";
import type { Kernels } from "./kernels.ts";
import { pointer, pointerOfLength } from "./pointer.ts";

/** The arrays of an Adam step, all of the same length; the moments start at zero. */
export interface AdamArrays {
  /** The weights, updated in place. */
  readonly weights: Float32Array;
  /** The gradient of what is minimised. */
  readonly gradient: Float32Array;
  /** The first moments m. */
  readonly first: Float32Array;
  /** The second moments v. */
  readonly second: Float32Array;
}

/**
 * One step of Adam (Kingma and Ba, 2015), with decoupled weight decay (Loshchilov and Hutter, 2019):
 *
 *     m ← β₁m + (1 − β₁)g,   v ← β₂v + (1 − β₂)g²
 *     w ← (1 − ηλ)w − η · m/(1 − β₁ᵗ) / (√(v/(1 − β₂ᵗ)) + ε)
 *
 * @example
 * ```ts
 * import { adamStep, allocate, createKernelMemory, createKernels, loadKernelModule } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 1000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const [weights, gradient, first, second] = [1, 2, 3, 4].map(() => allocate(memory, Float32Array, 2));
 * gradient.set([3, -0.5]);
 * adamStep(kernels, { weights, gradient, first, second }, { step: 1, rate: 0.1 });
 * console.log(weights[0].toFixed(5), weights[1].toFixed(5)); // -0.10000 0.10000
 * ```
 */
export function adamStep(
  kernels: Kernels,
  { weights, gradient, first, second }: AdamArrays,
  options: AdamOptions,
): void {
  const { beta1, beta2, rate, rootScale, epsilon, keepWeight } = adamFactors(options);
  kernels.wasm.adam(
    pointer(kernels, "weights", weights),
    pointerOfLength(kernels, "gradient", gradient, weights.length),
    pointerOfLength(kernels, "first", first, weights.length),
    pointerOfLength(kernels, "second", second, weights.length),
    weights.length,
    beta1,
    1 - beta1,
    beta2,
    1 - beta2,
    rate,
    rootScale,
    epsilon,
    keepWeight,
  );
}
