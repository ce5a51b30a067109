import type { Kernels } from "./kernels.ts";
import { pointer, pointerOfLength } from "./pointer.ts";

/** x ← max(x, 0), in place; NaN stays NaN. */
export function relu(kernels: Kernels, x: Float32Array): void {
  kernels.wasm.relu(pointer(kernels, "x", x), x.length);
}

/** gradient ← gradient where `activation`, the output of {@link relu}, is above 0; otherwise 0. */
export function reluBackward(kernels: Kernels, gradient: Float32Array, activation: Float32Array): void {
  const activationAt = pointerOfLength(kernels, "activation", activation, gradient.length);
  kernels.wasm.reluBackward(pointer(kernels, "gradient", gradient), activationAt, gradient.length);
}
