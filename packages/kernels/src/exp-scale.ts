import type { Kernels } from "./kernels.ts";
import { pointer, pointerOfLength } from "./pointer.ts";

/**
 * out_i = scale · e^(x_i − shift); `out` may be `x`. The exponential is within 1.5 units in the last place of the exact one,
 * subnormal results within 2; it overflows to infinity and underflows to 0.
 *
 * @example
 * ```ts
 * import { allocate, createKernelMemory, createKernels, expScale, loadKernelModule } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 1000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const x = allocate(memory, Float32Array, 2);
 * x.set([0, 1]);
 * expScale(kernels, x, x, { shift: 1, scale: 2 });
 * console.log(x[0].toFixed(5), x[1].toFixed(5)); // 0.73576 2.00000
 * ```
 */
export function expScale(
  kernels: Kernels,
  out: Float32Array,
  x: Float32Array,
  { shift = 0, scale = 1 }: { readonly shift?: number; readonly scale?: number } = {},
): void {
  const outAt = pointerOfLength(kernels, "out", out, x.length);
  kernels.wasm.expScale(outAt, pointer(kernels, "x", x), x.length, shift, scale);
}
