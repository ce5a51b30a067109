import type { Kernels } from "./kernels.ts";
import { pointer } from "./pointer.ts";
import { checkRandomStream, type RandomStream } from "./random-stream.ts";

/** Which elements {@link dropout} keeps. */
export interface DropoutOptions extends RandomStream {
  /** The share of elements set to 0, at least 0 and below 1. */
  readonly rate: number;
}

/**
 * Sets each element to 0 with probability `rate` and divides the others by 1 − rate, in place. The mask depends on seed, stream
 * and place alone: the backward pass calls the same on the gradient.
 *
 * @example
 * ```ts
 * import { allocate, createKernelMemory, createKernels, dropout, loadKernelModule } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 1000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const x = allocate(memory, Float32Array, 8).fill(1);
 * dropout(kernels, x, { rate: 0.5, seed: 1 });
 * console.log(x.join(" ")); // 2 2 2 2 2 2 0 2
 * ```
 */
export function dropout(kernels: Kernels, x: Float32Array, options: DropoutOptions): void {
  const { rate, seed, stream = 0, start = 0 } = options;
  if (!(rate >= 0 && rate < 1)) throw new RangeError(`rate is ${rate}; expected at least 0 and below 1`);
  checkRandomStream(options);
  const threshold = Math.min(Math.round(rate * 2 ** 32), 2 ** 32 - 1);
  kernels.wasm.dropout(pointer(kernels, "x", x), x.length, threshold, 1 / (1 - rate), seed, stream, start);
}
