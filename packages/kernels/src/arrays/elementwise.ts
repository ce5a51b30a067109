import type { Kernels } from "../build/kernels.ts";
import { pointer, pointerOfLength } from "../memory/memory.ts";
import { checkRandomStream, type RandomStream } from "./random.ts";

/** Scales an array in place: x ← factor · x. */
export function scale(kernels: Kernels, x: Float32Array, factor: number): void {
  kernels.wasm.scale(pointer(kernels, "x", x), x.length, factor);
}

/**
 * Adds a multiple of one array to another, in place: y ← y + factor · x.
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

/**
 * Computes the scaled exponential of every element, out_i = scale · e^(x_i − shift); `out` may be `x`. The result is accurate to 1.5 units
 * in the last place (2 if subnormal), overflows to infinity and underflows to 0.
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

/** The rectified linear unit, in place: x ← max(x, 0). NaN stays NaN. */
export function relu(kernels: Kernels, x: Float32Array): void {
  kernels.wasm.relu(pointer(kernels, "x", x), x.length);
}

/**
 * The backward pass of {@link relu}, in place: sets `gradient` to 0 wherever `activation`, the output of `relu`, is not positive.
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

/** Options for {@link dropout}. */
export interface DropoutOptions extends RandomStream {
  /** The probability that an element is set to 0, in [0, 1). */
  readonly rate: number;
}

/**
 * Sets each element to 0 with probability `rate` and divides the others by 1 − rate, in place. The mask depends only on
 * seed, stream and position, so the backward pass is the same call on the gradient.
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
  if (!(rate >= 0 && rate < 1)) throw new RangeError(`rate is ${rate}; expected a number in [0, 1)`);
  checkRandomStream(options);
  const threshold = Math.min(Math.round(rate * 2 ** 32), 2 ** 32 - 1);
  kernels.wasm.dropout(pointer(kernels, "x", x), x.length, threshold, 1 / (1 - rate), seed, stream, start);
}
