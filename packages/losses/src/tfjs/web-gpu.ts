import { importPackage } from "./import-package.ts";
import { nodeProcess } from "./node-modules.ts";

/** What WebGPU says of a device. */
export interface GpuInfo {
  /** Its name, where the browser or the driver tells it. */
  readonly description?: string;
  /** Its kind, such as `ampere`. */
  readonly architecture?: string;
  /** Whether a processor does its work. */
  readonly isFallbackAdapter?: boolean;
}

/** The part of WebGPU's API that finds a device. */
interface Gpu {
  readonly requestAdapter: (options: { powerPreference: string }) => Promise<{ readonly info?: GpuInfo } | null>;
}

/** The package `webgpu`, which is Dawn. */
interface Dawn {
  readonly create: (flags: readonly string[]) => Gpu;
  readonly globals: object;
}

/**
 * Sees to it that there is a `navigator.gpu` with a device, as the WebGPU backend of tfjs expects when it is imported: the
 * page's own or, in Node, that of the package `webgpu`. Undefined where there is none.
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
  // Node 20 has no navigator; from 21 on there is one that cannot be replaced.
  const host = navigator ?? Object.assign(globalThis, { navigator: {} }).navigator;
  Object.defineProperty(host, "gpu", { value: gpu, configurable: true });
  return info;
}

async function deviceInfo(gpu: Gpu): Promise<GpuInfo | undefined> {
  const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
  return adapter === null ? undefined : (adapter.info ?? {});
}
