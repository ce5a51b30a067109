import { allocate, type KernelMemory } from "../memory/memory.ts";
import type { KernelBuild, KernelModule } from "./module.ts";

/** Kernels bound to a memory, for use on one thread: the first argument of every kernel function. */
export interface Kernels {
  /** The build in use. */
  readonly kernelBuild: KernelBuild;
  /** Whether products use tiles for 256-bit vectors. */
  readonly wide: boolean;
  /** The memory that must hold every array passed to these kernels. */
  readonly memory: KernelMemory;
  /** The buffer of the memory; every array must be a view of it. @internal */
  readonly buffer: ArrayBufferLike;
  /** The compiled functions. @internal */
  readonly wasm: WasmKernels;
  /** The address of the scratch memory. Other kernels can reuse it once these kernels are no longer in use. */
  readonly scratch: number;
}

/**
 * Binds compiled kernels to a memory. Every thread must create its own kernels from the posted module and memory, because
 * threads must not share scratch memory. To save memory, pass the `scratch` of kernels that are no longer in use.
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
  { scratch: reused }: { readonly scratch?: number } = {},
): Kernels {
  const instance = new WebAssembly.Instance(module, { env: { memory } });
  const wasm = instance.exports as unknown as WasmKernels;
  const scratch = reused ?? allocate(memory, Uint8Array, wasm.scratchBytes.value).byteOffset;
  return { kernelBuild, wide, memory, buffer: memory.buffer, wasm, scratch };
}

/** The exports of the compiled kernels. The arguments are described in `assembly`; pointers and strides are in bytes. */
interface WasmKernels {
  readonly scratchBytes: WebAssembly.Global;
  readonly adaGrad: WasmFunction;
  readonly adam: WasmFunction;
  readonly adamProduct: WasmFunction;
  readonly adamRows: WasmFunction;
  readonly axpy: WasmFunction;
  readonly binRows: WasmFunction;
  readonly columnSums: WasmFunction;
  readonly combineHistograms: WasmFunction;
  readonly dropout: WasmFunction;
  readonly expScale: WasmFunction;
  readonly exponentiateRows: WasmFunction;
  readonly fillNormal: WasmFunction;
  readonly fillUniform: WasmFunction;
  readonly gatherRows: WasmFunction;
  readonly gemm: WasmFunction;
  readonly histogram: WasmFunction;
  readonly indexOutOfRange: WasmFunction;
  readonly normalizeRows: WasmFunction;
  readonly normalizeSparseRows: WasmFunction;
  readonly parseFeatureLines: WasmFunction;
  readonly partitionRows: WasmFunction;
  readonly relu: WasmFunction;
  readonly reluBackward: WasmFunction;
  readonly rowStatistics: WasmFunction;
  readonly sampledProduct: WasmFunction;
  readonly scale: WasmFunction;
  readonly softmaxRows: WasmFunction;
  readonly sparseProduct: WasmFunction;
  readonly standardizeRows: WasmFunction;
  readonly transposeSparse: WasmFunction;
}

type WasmFunction = (...args: readonly number[]) => number;
