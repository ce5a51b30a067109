import type { Kernels } from "./kernels.ts";
import { pointer } from "./pointer.ts";
import { checkRandomStream, type RandomStream } from "./random-stream.ts";

/** What {@link fillNormal} draws. */
export interface NormalOptions extends RandomStream {
  /** The mean. Default 0. */
  readonly mean?: number;
  /** The standard deviation. Default 1. */
  readonly deviation?: number;
}

/**
 * Fills `out` with normal numbers: the quantiles, to seven digits, of the uniform numbers (word + ½)/2³² of the stream.
 *
 * @example
 * ```ts
 * import { allocate, createKernelMemory, createKernels, fillNormal, loadKernelModule } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 1000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const out = allocate(memory, Float32Array, 3);
 * fillNormal(kernels, out, { seed: 1, deviation: 0.1 });
 * console.log(Array.from(out, (value) => value.toFixed(5)).join(" ")); // 0.12279 0.12518 0.02166
 * ```
 */
export function fillNormal(kernels: Kernels, out: Float32Array, options: NormalOptions): void {
  const { mean = 0, deviation = 1, seed, stream = 0, start = 0 } = options;
  checkRandomStream(options);
  kernels.wasm.fillNormal(pointer(kernels, "out", out), out.length, mean, deviation, seed, stream, start);
}
