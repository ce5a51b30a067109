import { backend } from "@tensorflow/tfjs-core";
import type { GpuInfo } from "./web-gpu.ts";

/** The device on which a backend computes. */
export interface BackendDevice {
  /** Whether the device is a GPU. */
  readonly graphicsCard: boolean;
  /** A sentence about the device, for backends that can use a GPU. */
  readonly sentence?: string;
}

export function deviceOf(name: string): BackendDevice {
  if (name === "tfjs-node-gpu") {
    // If TensorFlow finds no CUDA or no GPU, it computes on the CPU instead.
    const { isUsingGpuDevice: graphicsCard = false } = backend() as { isUsingGpuDevice?: boolean };
    const sentence = graphicsCard
      ? "It computes on a graphics card."
      : "It found no graphics card that CUDA 11 and cuDNN 8 can use, and computes on the processor.";
    return { graphicsCard, sentence };
  }
  if (name === "webgpu") {
    const { device } = backend() as { device?: { adapterInfo?: GpuInfo } };
    const { description = "", architecture = "", isFallbackAdapter = false } = device?.adapterInfo ?? {};
    const which = description || architecture || "a device without a name";
    const kind = isFallbackAdapter ? "which runs on the processor" : "a graphics card";
    return { graphicsCard: !isFallbackAdapter, sentence: `It computes on ${which}, ${kind}.` };
  }
  return { graphicsCard: false };
}
