import { importPackage } from "./import-package.ts";
import { nodeProcess } from "./node-modules.ts";

/** The properties that WebGPU reports for a device. */
export interface GpuInfo {
  /** The name of the device, if the browser or the driver reports it. */
  readonly description?: string;
  /** The architecture of the device, such as `ampere`. */
  readonly architecture?: string;
  /** Whether the device is emulated on the CPU. */
  readonly isFallbackAdapter?: boolean;
}

/** The part of WebGPU's API that finds a device. */
interface Gpu {
  readonly requestAdapter: (options: { powerPreference: string }) => Promise<{ readonly info?: GpuInfo } | null>;
}

/** The package `webgpu`, an implementation based on Dawn. */
interface Dawn {
  readonly create: (flags: readonly string[]) => Gpu;
  readonly globals: object;
}

/**
 * Provides the `navigator.gpu` that tfjs's WebGPU backend expects when it is imported: the page's own or, in Node, one from the package
 * `webgpu`. Returns undefined if there is no device.
 */
export async function provideGpu(): Promise<GpuInfo | undefined> {
  const { navigator } = globalThis as { navigator?: { gpu?: Gpu } };
  if (navigator?.gpu !== undefined) return deviceInfo(navigator.gpu);
  if (nodeProcess() === undefined) return undefined;
  const { create, globals } = (await importPackage("webgpu")) as Dawn;
  const gpu = create([]);
  const info = await deviceInfo(gpu);
  if (info === undefined) return undefined;
  Object.assign(globalThis, globals);
  // Adds `gpu` to the existing navigator, which cannot be replaced in Node 21 and later; Node 20 has none.
  const host = navigator ?? Object.assign(globalThis, { navigator: {} }).navigator;
  Object.defineProperty(host, "gpu", { value: gpu, configurable: true });
  return info;
}

async function deviceInfo(gpu: Gpu): Promise<GpuInfo | undefined> {
  const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
  return adapter === null ? undefined : (adapter.info ?? {});
}
