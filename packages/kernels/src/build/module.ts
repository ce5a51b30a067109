import { isNode } from "./platform.ts";

/**
 * The two builds of the kernels:
 *
 * - `"simd"` runs in Node 20 and later and in every current browser.
 * - `"relaxed-simd"` also fuses multiply-adds, so products are 1.5 times as fast. It runs in Node 22 and later, Chrome and Firefox.
 *
 * The two builds round sums differently, so results are bit-identical only within a build.
 */
export type KernelBuild = "relaxed-simd" | "simd";

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
  return WebAssembly.validate(relaxedProbe()) ? "relaxed-simd" : "simd";
}

/** A module with one f32x4.relaxed_madd instruction, which is valid only if the engine supports relaxed SIMD. */
function relaxedProbe(): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, 5, 1, 0x60, 0, 1, 0x7b],
    ...[3, 2, 1, 0],
    ...[10, 19, 1, 17, 0, 0x41, 0, 0xfd, 0x0f, 0x41, 0, 0xfd, 0x0f, 0x41, 0, 0xfd, 0x0f, 0xfd, 0x85, 2, 0x0b],
  );
}

let productsAreWide = false;

/** Sets whether modules that this thread loads from now on use tiles for 256-bit vectors. */
export function setProductsWide(wide: boolean): void {
  productsAreWide = wide;
}

/** Compiled kernels that are not bound to a memory: a plain object that can be posted to other threads. */
export interface KernelModule {
  /** The build. */
  readonly kernelBuild: KernelBuild;
  /** Whether products use tiles for 256-bit vectors; see {@link widenProducts}. */
  readonly wide: boolean;
  /** The compiled WebAssembly. */
  readonly module: WebAssembly.Module;
}

/** Options for {@link loadKernelModule}. */
export interface KernelModuleOptions {
  /** The build to load. Default: the fastest build that this engine supports. */
  readonly kernelBuild?: KernelBuild;
  /**
   * Whether products use tiles for 256-bit vectors. Results are bit-identical, but these tiles are slower if the engine uses 128-bit
   * vectors. Default: the result of {@link widenProducts} if it was called, otherwise false.
   */
  readonly wide?: boolean;
  /** The contents of the build's `.wasm` file. Default: the file is read or fetched from the directory of this module. */
  readonly bytes?: BufferSource;
}

/**
 * Loads and compiles the kernels from a file next to this module, with `fetch` in a browser.
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
  // Node compiles functions at their first call, so that compiling on another thread would only take longer.
  if (isNode) return loadKernelModuleSync(options);
  const kernelBuild = checkedBuild(options);
  const wide = options.wide ?? productsAreWide;
  return { kernelBuild, wide, module: await WebAssembly.compile(options.bytes ?? (await readBytes(kernelBuild))) };
}

/**
 * Loads the kernels as {@link loadKernelModule} does, but synchronously, on the calling thread. A browser cannot read files synchronously
 * and compiles only small modules synchronously on its main thread: use `loadKernelModule` there, or pass `bytes`.
 *
 * @example
 * ```ts
 * import { loadKernelModuleSync } from "@tierwise/kernels";
 *
 * console.log(loadKernelModuleSync({ kernelBuild: "simd" }).kernelBuild); // simd
 * ```
 */
export function loadKernelModuleSync(options: KernelModuleOptions = {}): KernelModule {
  const kernelBuild = checkedBuild(options);
  const wide = options.wide ?? productsAreWide;
  return { kernelBuild, wide, module: new WebAssembly.Module(options.bytes ?? readBytesSync(kernelBuild)) };
}

function checkedBuild({ kernelBuild = supportedKernelBuild() }: KernelModuleOptions): KernelBuild {
  if (kernelBuild !== "simd" && kernelBuild !== "relaxed-simd") {
    throw new RangeError(`kernelBuild is ${kernelBuild}; expected "simd" or "relaxed-simd"`);
  }
  if (kernelBuild === "relaxed-simd" && supportedKernelBuild() === "simd") {
    throw new RangeError(`kernelBuild is "relaxed-simd", which this engine does not support; expected "simd"`);
  }
  return kernelBuild;
}

function fileOf(kernelBuild: KernelBuild): URL {
  // Bundlers recognize the files only in exactly this syntax.
  return kernelBuild === "simd"
    ? new URL("./simd.wasm", import.meta.url)
    : new URL("./relaxed-simd.wasm", import.meta.url);
}

function readBytesSync(kernelBuild: KernelBuild): BufferSource {
  const files = isNode ? process.getBuiltinModule("node:fs") : undefined;
  if (files === undefined) {
    throw new Error("bytes is missing; a browser cannot read files synchronously: await loadKernelModule() instead");
  }
  return files.readFileSync(fileOf(kernelBuild));
}

async function readBytes(kernelBuild: KernelBuild): Promise<BufferSource> {
  const url = fileOf(kernelBuild);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} returned status ${response.status}; expected a file with kernels`);
  return response.arrayBuffer();
}
