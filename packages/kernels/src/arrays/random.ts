import type { Kernels } from "../build/kernels.ts";
import { pointer } from "../memory/memory.ts";

/**
 * A position in a stream of random words. The generator is counter-based (Philox4x32-10): word i of a stream depends only on seed,
 * stream and i, so several threads can fill parts of an array and get the same numbers as one thread filling all of it.
 */
export interface RandomStream {
  /** The seed, an integer from 0 to 2⁵³ − 1. */
  readonly seed: number;
  /** The number of the stream, from 0 to 2³² − 1; use different streams for different layers or steps. Default: 0. */
  readonly stream?: number;
  /** The position of the first element in the stream, a nonnegative integer. Default: 0. */
  readonly start?: number;
}

export function checkRandomStream({ seed, stream = 0, start = 0 }: RandomStream): void {
  if (!Number.isSafeInteger(seed) || seed < 0) throw new RangeError(`seed is ${seed}; expected an integer in [0, 2⁵³)`);
  if (!Number.isInteger(stream) || stream < 0 || stream >= 2 ** 32) {
    throw new RangeError(`stream is ${stream}; expected an integer in [0, 2³²)`);
  }
  if (!Number.isSafeInteger(start) || start < 0) {
    throw new RangeError(`start is ${start}; expected a nonnegative integer`);
  }
}

/** Options for {@link fillUniform}. */
export interface UniformOptions extends RandomStream {
  /** The lower bound. Default: 0. */
  readonly low?: number;
  /** The upper bound. Default: 1. */
  readonly high?: number;
}

/**
 * Fills `out` with uniform random numbers between `low` and `high`, with 24 random bits each.
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

/** Options for {@link fillNormal}. */
export interface NormalOptions extends RandomStream {
  /** The mean. Default: 0. */
  readonly mean?: number;
  /** The standard deviation. Default: 1. */
  readonly deviation?: number;
}

/**
 * Fills `out` with normal random numbers: Φ⁻¹((word + ½)/2³²) for the words of the stream, to seven digits, times `deviation`, plus `mean`.
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
