import type { PreparedData } from "../data/training-data.ts";
import type { Engine, EngineOptions } from "./kernels/engine.ts";
import { kernelEngine } from "./kernels/kernel-engine.ts";
import type { TrainingNetwork } from "./kernels/training-arrays.ts";

/** The name of a training engine. */
export type EngineName = "kernels" | "tfjs";

// Duplicates the parameter type of resolveBackend: importing it would require the declarations of tfjs-core, an optional dependency.
/** A backend of the tfjs engine: one that `resolveBackend` from `@tierwise/losses/tfjs` accepts. */
export type TfjsBackend = "cpu" | "tfjs-node" | "tfjs-node-gpu" | "wasm" | "webgpu";

const engines: readonly EngineName[] = ["kernels", "tfjs"];
const backends: readonly TfjsBackend[] = ["tfjs-node-gpu", "webgpu", "tfjs-node", "wasm", "cpu"];

/** Which engine and backend to train with. */
export interface EngineChoice {
  /**
   * The training engine. Default: `"kernels"`.
   *
   * - `"kernels"`: WebAssembly on all cores. Requires no installation.
   * - `"tfjs"`: the output layer, its moments and the scores live on a tfjs backend, such as a graphics card; the sparse input layer
   *   stays with the kernels. Requires `@tensorflow/tfjs-core` and a backend, which becomes the active tfjs backend. With the same
   *   seed, scores agree with those of the kernels to 1e-3 but are not bit-identical.
   */
  readonly engine?: EngineName;
  /** The backend of the tfjs engine. Default: the first that works of `tfjs-node-gpu`, `webgpu`, `tfjs-node`, `wasm` and `cpu`. */
  readonly backend?: TfjsBackend;
}

/** Starts an engine for a network. */
export type StartEngine = (network: TrainingNetwork, data: PreparedData, options: EngineOptions) => Promise<Engine>;

/** Returns the requested engine; throws if it is not available. */
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
