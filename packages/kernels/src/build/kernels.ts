import { allocate, type KernelMemory } from "../memory/memory.ts";
import type { KernelBuild, KernelModule } from "./module.ts";

/** Kernels bound to one memory, for the thread that created them: the first argument of every kernel function. */
export interface Kernels {
  /** Which build runs. */
  readonly kernelBuild: KernelBuild;
  /** Whether products are in tiles for 256-bit vectors. */
  readonly wide: boolean;
  /** The memory in which every array given to these kernels must lie. */
  readonly memory: KernelMemory;
  /** The memory's buffer, to which every array is compared. @internal */
  readonly buffer: ArrayBufferLike;
  /** The compiled functions. @internal */
  readonly wasm: WasmKernels;
  /** Where the scratch memory of these kernels starts, for kernels of a thread that takes their place. */
  readonly scratch: number;
}

/**
 * Binds compiled kernels to a memory. Every thread has kernels of its own, made from the posted module and memory: they hold
 * scratch memory that two threads must not share. With `scratch` they take over that of kernels which are no longer in use, so that
 * threads that come and go need no more memory.
 *
 * @example
 * ```ts
 * import { allocate, createKernelMemory, createKernels, loadKernelModule, scale } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 1000 });
 * const kernels = createKernels(await loadKernelModule(), memory);
 * const x = allocate(memory, Float32Array, 3);
 * x.set([1, 2, 3]);
 * scale(kernels, x, 0.5);
 * console.log(x.join(" ")); // 0.5 1 1.5
 * ```
 */
export function createKernels(
  { kernelBuild, wide, module }: KernelModule,
  memory: KernelMemory,
  { scratch: given }: { readonly scratch?: number } = {},
): Kernels {
  const instance = new WebAssembly.Instance(module, { env: { memory } });
  const wasm = instance.exports as unknown as WasmKernels;
  const scratch = given ?? allocate(memory, Uint8Array, wasm.scratchBytes.value).byteOffset;
  return { kernelBuild, wide, memory, buffer: memory.buffer, wasm, scratch };
}

/** What the compiled kernels export; the arguments are described in `assembly`. Pointers and strides are in bytes. */
interface WasmKernels {
  readonly scratchBytes: WebAssembly.Global;
  readonly adaGrad: WasmFunction;
  readonly adam: WasmFunction;
  readonly adamRows: WasmFunction;
  readonly axpy: WasmFunction;
  readonly columnSums: WasmFunction;
  readonly dropout: WasmFunction;
  readonly expScale: WasmFunction;
  readonly fillNormal: WasmFunction;
  readonly fillUniform: WasmFunction;
  readonly gatherRows: WasmFunction;
  readonly gemm: WasmFunction;
  readonly indexOutOfRange: WasmFunction;
  readonly normalizeRows: WasmFunction;
  readonly normalizeSparseRows: WasmFunction;
  readonly relu: WasmFunction;
  readonly reluBackward: WasmFunction;
  readonly rowStatistics: WasmFunction;
  readonly sampledProduct: WasmFunction;
  readonly scale: WasmFunction;
  readonly softmaxRows: WasmFunction;
  readonly sparseProduct: WasmFunction;
  readonly transposeSparse: WasmFunction;
}

type WasmFunction = (...args: readonly number[]) => number;
