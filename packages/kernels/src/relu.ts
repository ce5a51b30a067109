import type { Kernels } from "./kernels.ts";
import { pointer, pointerOfLength } from "./pointer.ts";

/** x ← max(x, 0), in place; NaN stays NaN. */
export function relu(kernels: Kernels, x: Float32Array): void {
  kernels.wasm.relu(pointer(kernels, "x", x), x.length);
}

/**
 * gradient ← gradient where `activation`, the output of {@link relu}, is above 0; otherwise 0.
 *
 * @example
 * ```ts
 * import { allocate, createKernelMemory, createKernels, loadKernelModule, relu, reluBackward } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 1000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const x = allocate(memory, Float32Array, 3);
 * x.set([-1, 2, 3]);
 * relu(kernels, x);
 * const gradient = allocate(memory, Float32Array, 3).fill(1);
 * reluBackward(kernels, gradient, x);
 * console.log(x.join(" "), "|", gradient.join(" ")); // 0 2 3 | 0 1 1
 * ```
 */
export function reluBackward(kernels: Kernels, gradient: Float32Array, activation: Float32Array): void {
  const activationAt = pointerOfLength(kernels, "activation", activation, gradient.length);
  kernels.wasm.reluBackward(pointer(kernels, "gradient", gradient), activationAt, gradient.length);
}
