import { type KernelBuild, supportedKernelBuild } from "./kernel-build.ts";
import { isNode } from "./platform.ts";

/** The compiled kernels, not yet bound to a memory. A plain object that can be posted to other threads. */
export interface KernelModule {
  /** Which build it is. */
  readonly kernelBuild: KernelBuild;
  /** The compiled WebAssembly. */
  readonly module: WebAssembly.Module;
}

/** What {@link loadKernelModule} takes. */
export interface KernelModuleOptions {
  /** Which build to load. Default: the fastest that this engine supports. */
  readonly kernelBuild?: KernelBuild;
  /** The bytes of that build's `.wasm` file, where the file cannot be read or fetched from beside this module. */
  readonly bytes?: BufferSource;
}

/**
 * Loads and compiles the kernels: from the file beside this module in Node, by `fetch` in a browser.
 *
 * @example
 * ```ts
 * import { loadKernelModule } from "@tierwise/kernels";
 *
 * const module = await loadKernelModule({ kernelBuild: "simd" });
 * console.log(module.kernelBuild); // simd
 * ```
 */
export async function loadKernelModule(options: KernelModuleOptions = {}): Promise<KernelModule> {
  const { kernelBuild = supportedKernelBuild(), bytes } = options;
  if (kernelBuild !== "simd" && kernelBuild !== "relaxed-simd") {
    throw new RangeError(`kernelBuild is ${kernelBuild}; expected "simd" or "relaxed-simd"`);
  }
  if (kernelBuild === "relaxed-simd" && supportedKernelBuild() === "simd") {
    throw new RangeError(`kernelBuild is "relaxed-simd", which this engine does not run; expected "simd"`);
  }
  return { kernelBuild, module: await WebAssembly.compile(bytes ?? (await readBytes(kernelBuild))) };
}

async function readBytes(kernelBuild: KernelBuild): Promise<BufferSource> {
  // Bundlers find the files by exactly this form.
  const url =
    kernelBuild === "simd" ? new URL("./simd.wasm", import.meta.url) : new URL("./relaxed-simd.wasm", import.meta.url);
  if (isNode) {
    const { readFile } = await import("node:fs/promises");
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}; expected the ${kernelBuild} kernels`);
  return response.arrayBuffer();
}
