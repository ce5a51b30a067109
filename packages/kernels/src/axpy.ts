import type { Kernels } from "./kernels.ts";
import { pointer, pointerOfLength } from "./pointer.ts";

/**
 * y ← y + factor · x, in place.
 *
 * @example
 * ```ts
 * import { allocate, axpy, createKernelMemory, createKernels, loadKernelModule } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 1000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const [x, y] = [1, 2].map((value) => allocate(memory, Float32Array, 2).fill(value));
 * axpy(kernels, y, 10, x);
 * console.log(y.join(" ")); // 12 12
 * ```
 */
export function axpy(kernels: Kernels, y: Float32Array, factor: number, x: Float32Array): void {
  const xAt = pointerOfLength(kernels, "x", x, y.length);
  kernels.wasm.axpy(pointer(kernels, "y", y), factor, xAt, y.length);
}
