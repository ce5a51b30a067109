import type { Kernels } from "./kernels.ts";
import { pointer, pointerOfLength } from "./pointer.ts";

/** y ← y + factor · x, in place. */
export function axpy(kernels: Kernels, y: Float32Array, factor: number, x: Float32Array): void {
  const xAt = pointerOfLength(kernels, "x", x, y.length);
  kernels.wasm.axpy(pointer(kernels, "y", y), factor, xAt, y.length);
}
