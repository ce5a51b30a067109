import {
  createKernelMemory,
  createKernels,
  type KernelBuild,
  type Kernels,
  loadKernelModule,
  supportedKernelBuild,
} from "@tierwise/kernels";

export const builds: readonly KernelBuild[] = supportedKernelBuild() === "simd" ? ["simd"] : ["simd", "relaxed-simd"];

/** Kernels of a build, with their own memory. */
export async function kernelsOf(
  kernelBuild: KernelBuild,
  bytes = 2 ** 25,
  { wide = false }: { readonly wide?: boolean } = {},
): Promise<Kernels> {
  return createKernels(await loadKernelModule({ kernelBuild, wide }), createKernelMemory({ bytes }));
}

/** Sizes at and around the edges of vectors, tiles and blocks. */
export const edgeSizes: readonly number[] = [1, 2, 3, 4, 7, 8, 9, 16, 31, 255];

/** 2⁻²⁴: half the distance from 1 to the next float, the relative error of one rounding. */
export const roundoff = 2 ** -24;
