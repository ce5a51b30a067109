import type { PreparedData } from "../data/training-data.ts";
import type { Engine, EngineOptions } from "./kernels/engine.ts";
import { kernelEngine } from "./kernels/kernel-engine.ts";
import type { TrainingNetwork } from "./kernels/training-arrays.ts";

/** The name of a training engine. */
export type EngineName = "kernels" | "tfjs";

// This duplicates the parameter type of resolveBackend, because importing it would require the types of tfjs-core, an optional dependency.
/** A backend of the tfjs engine, as accepted by `resolveBackend` from `@tierwise/losses/tfjs`. */
export type TfjsBackend = "cpu" | "tfjs-node" | "tfjs-node-gpu" | "wasm" | "webgpu";

const engines: readonly EngineName[] = ["kernels", "tfjs"];
const backends: readonly TfjsBackend[] = ["tfjs-node-gpu", "webgpu", "tfjs-node", "wasm", "cpu"];

/** Which engine and backend to train with. */
export interface EngineChoice {
  /**
   * The training engine. Default: `"kernels"`.
   *
   * - `"kernels"`: WebAssembly on all cores. Requires no installation.
   * - `"tfjs"`: a tfjs backend, such as a graphics card, stores and computes the output layer; the kernels compute the sparse input layer.
   *   Requires `@tensorflow/tfjs-core` and a backend, which becomes the active tfjs backend. With the same seed, scores agree with those of
   *   `"kernels"` to 1e-3 but are not bit-identical.
   */
  readonly engine?: EngineName;
  /** The backend of the tfjs engine. Default: the first of `tfjs-node-gpu`, `webgpu`, `tfjs-node`, `wasm` and `cpu` that works. */
  readonly backend?: TfjsBackend;
}

export type StartEngine = (network: TrainingNetwork, data: PreparedData, options: EngineOptions) => Promise<Engine>;

export async function chooseEngine({ engine = "kernels", backend }: EngineChoice): Promise<StartEngine> {
  if (!engines.includes(engine)) {
    throw new RangeError(`engine is ${JSON.stringify(engine)}; expected one of ${engines.join(", ")}`);
  }
  if (backend !== undefined && !backends.includes(backend)) {
    throw new RangeError(`backend is ${JSON.stringify(backend)}; expected one of ${backends.join(", ")}`);
  }
  if (engine === "tfjs") return tfjs(backend);
  if (backend !== undefined) throw new RangeError(`backend is "${backend}"; omit it unless engine is "tfjs"`);
  return kernelEngine;
}

async function tfjs(name: TfjsBackend | undefined): Promise<StartEngine> {
  const { readyBackend, tfjsEngine } = await import("./tfjs/tfjs-engine.ts").catch((error: unknown) => {
    if (!isMissing(error, "@tensorflow/tfjs-core")) throw error;
    throw new Error(
      'engine is "tfjs", but @tensorflow/tfjs-core is not installed; install it with a backend: @tensorflow/tfjs-node-gpu ' +
        "(or @tensorflow/tfjs-backend-webgpu and webgpu) for a graphics card, otherwise @tensorflow/tfjs-backend-wasm",
      { cause: error },
    );
  });
  const backend = await readyBackend(name);
  return (network, data, options) => tfjsEngine(network, data, { ...options, backend });
}

/** Whether importing a module failed because a package is not installed. */
function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === "ERR_MODULE_NOT_FOUND" && message?.includes(name) === true;
}
