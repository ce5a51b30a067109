import type { Kernels } from "./kernels.ts";
import { pointer } from "./pointer.ts";
import { checkRandomStream, type RandomStream } from "./random-stream.ts";

/** What {@link fillUniform} draws. */
export interface UniformOptions extends RandomStream {
  /** The lower end. Default 0. */
  readonly low?: number;
  /** The upper end. Default 1. */
  readonly high?: number;
}

/**
 * Fills `out` with numbers uniform between `low` and `high`, of 24 random bits each.
 *
 * @example
 * ```ts
 * import { allocate, createKernelMemory, createKernels, fillUniform, loadKernelModule } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 1000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const whole = allocate(memory, Float32Array, 4);
 * fillUniform(kernels, whole, { seed: 1 });
 * const part = allocate(memory, Float32Array, 2);
 * fillUniform(kernels, part, { seed: 1, start: 2 });
 * console.log(part[0] === whole[2], part[1] === whole[3]); // true true
 * ```
 */
export function fillUniform(kernels: Kernels, out: Float32Array, options: UniformOptions): void {
  const { low = 0, high = 1, seed, stream = 0, start = 0 } = options;
  checkRandomStream(options);
  kernels.wasm.fillUniform(pointer(kernels, "out", out), out.length, low, high - low, seed, stream, start);
}
