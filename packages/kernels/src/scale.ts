import type { Kernels } from "./kernels.ts";
import { pointer } from "./pointer.ts";

/** x ← factor · x, in place. */
export function scale(kernels: Kernels, x: Float32Array, factor: number): void {
  kernels.wasm.scale(pointer(kernels, "x", x), x.length, factor);
}
