/**
 * The two builds of the kernels:
 *
 * - `"simd"` runs wherever WebAssembly has 128-bit SIMD: Node 20 and later, every current browser;
 * - `"relaxed-simd"` also fuses multiplications with additions, which makes products half as fast again: Node 22 and later, Chrome, Firefox.
 *
 * Sums round differently in the two, so that results are the same to the bit only within a build.
 */
export type KernelBuild = "relaxed-simd" | "simd";

/** A module whose one function is f32x4.relaxed_madd of three zeros: valid only where relaxed SIMD is there. */
const relaxedProbe = Uint8Array.of(
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 5, 1, 0x60, 0, 1, 0x7b],
  ...[3, 2, 1, 0],
  ...[10, 19, 1, 17, 0, 0x41, 0, 0xfd, 0x0f, 0x41, 0, 0xfd, 0x0f, 0x41, 0, 0xfd, 0x0f, 0xfd, 0x85, 2, 0x0b],
);

/**
 * The fastest build that this JavaScript engine can run.
 *
 * @example
 * ```ts
 * import { supportedKernelBuild } from "@tierwise/kernels";
 *
 * console.log(["simd", "relaxed-simd"].includes(supportedKernelBuild())); // true
 * ```
 */
export function supportedKernelBuild(): KernelBuild {
  return WebAssembly.validate(relaxedProbe) ? "relaxed-simd" : "simd";
}
