import { useEffect, useState } from "preact/hooks";

/** The kind of WebGPU device; undefined until it is known. */
export type WebGpuState = "card" | "none" | "processor" | undefined;

/** The part of WebGPU's API that finds a device, which TypeScript does not declare. */
interface Gpu {
  requestAdapter(): Promise<{ readonly info?: { readonly isFallbackAdapter?: boolean } } | null>;
}

/** Looks for a WebGPU device: a graphics card, or an emulation on the processor. */
export function useWebGpu(): WebGpuState {
  const [state, setState] = useState<WebGpuState>();
  useEffect(() => {
    findDevice().then(setState, () => setState("none"));
  }, []);
  return state;
}

async function findDevice(): Promise<WebGpuState> {
  const { gpu } = navigator as { gpu?: Gpu };
  const adapter = await gpu?.requestAdapter();
  if (adapter == null) return "none";
  return adapter.info?.isFallbackAdapter === true ? "processor" : "card";
}
