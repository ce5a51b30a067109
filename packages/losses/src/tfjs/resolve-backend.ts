import {
  findBackend,
  findBackendFactory,
  getKernelsForBackend,
  setBackend,
  unregisterKernel,
} from "@tensorflow/tfjs-core";
import { type BackendDevice, deviceOf } from "./backend-device.ts";
import { importPackage } from "./import-package.ts";
import { nodeProcess } from "./node-modules.ts";
import { provideGpu } from "./web-gpu.ts";

/** A backend that {@link resolveBackend} knows. */
export type BackendName = "tfjs-node-gpu" | "webgpu" | "tfjs-node" | "wasm" | "cpu";

/** What came of one backend. */
export interface BackendAttempt {
  /** Which one. */
  readonly name: BackendName;
  /** Whether it is in use now. */
  readonly ok: boolean;
  /** What happened, in a sentence. */
  readonly message: string;
}

/** What {@link resolveBackend} found. */
export interface BackendReport {
  /** The backend in use now; undefined where none of those tried could be had. */
  readonly name: BackendName | undefined;
  /** Every backend that was tried, in order. */
  readonly tried: readonly BackendAttempt[];
  /** Whether tensors live on a graphics card. */
  readonly graphicsCard: boolean;
  /** What is in use, and why not another: one line to print. */
  readonly sentence: string;
}

/** A backend's packages, the one that registers it last, and what it calls itself in tfjs. */
interface Backend {
  readonly packages: readonly string[];
  readonly registers: string;
}

/** In order of preference. */
const BACKENDS: Readonly<Record<BackendName, Backend>> = {
  "tfjs-node-gpu": { packages: ["@tensorflow/tfjs-node-gpu"], registers: "tensorflow" },
  webgpu: { packages: ["webgpu", "@tensorflow/tfjs-backend-webgpu"], registers: "webgpu" },
  "tfjs-node": { packages: ["@tensorflow/tfjs-node"], registers: "tensorflow" },
  wasm: { packages: ["@tensorflow/tfjs-backend-wasm"], registers: "wasm" },
  cpu: { packages: ["@tensorflow/tfjs-backend-cpu"], registers: "cpu" },
};

/**
 * Makes the best tfjs backend that is installed the one in use: `tfjs-node-gpu`, `webgpu`, `tfjs-node`, `wasm`, `cpu`, in that order.
 * Packages are those that the application has installed: they are looked for from the main script, from the working directory,
 * then from this package. A package that is missing or does not load is a sentence in the report; nothing is thrown for it.
 *
 * `webgpu` is the page's own `navigator.gpu` or, in Node, that of the package `webgpu`. A device whose work the processor does
 * (SwiftShader, llvmpipe) is slower than the backends after it, and is used only where `name` is `"webgpu"`.
 *
 * @param name - The only backend to try. Default: all of them, until one works.
 *
 * @example
 * ```ts
 * import { resolveBackend } from "@tierwise/losses/tfjs";
 *
 * const { name, sentence } = await resolveBackend("cpu");
 * console.log(name); // cpu
 * console.log(sentence); // tfjs runs on cpu.
 * ```
 */
export async function resolveBackend(name?: BackendName): Promise<BackendReport> {
  if (name !== undefined && !(name in BACKENDS)) {
    throw new RangeError(`name is ${JSON.stringify(name)}; expected one of ${Object.keys(BACKENDS).join(", ")}`);
  }
  const tried: BackendAttempt[] = [];
  for (const candidate of name === undefined ? (Object.keys(BACKENDS) as BackendName[]) : [name]) {
    const attempt = await tryBackend(candidate, name !== undefined);
    tried.push(attempt);
    if (attempt.ok) break;
  }
  const found = tried.find(({ ok }) => ok)?.name;
  const { sentence, graphicsCard }: BackendDevice = found === undefined ? { graphicsCard: false } : deviceOf(found);
  const verdict = found === undefined ? "tfjs has no backend to run on." : `tfjs runs on ${found}.`;
  const reasons = tried.filter(({ ok }) => !ok).map(({ message }) => message);
  return {
    name: found,
    tried,
    graphicsCard,
    sentence: [verdict, ...(sentence === undefined ? [] : [sentence]), ...reasons].join(" "),
  };
}

async function tryBackend(name: BackendName, named: boolean): Promise<BackendAttempt> {
  const { packages, registers } = BACKENDS[name];
  const main = packages[packages.length - 1];
  const report = (ok: boolean, message: string): BackendAttempt => ({ name, ok, message });
  try {
    if (name === "webgpu") {
      const device = await provideGpu();
      if (device === undefined) return report(false, "webgpu finds no device here.");
      if (device.isFallbackAdapter && !named) {
        return report(false, `webgpu finds only ${device.description}, which runs on the processor; use it by name.`);
      }
    }
    // A page has its backends bundled and registered; nothing is left to import there.
    if (findBackendFactory(registers) === null) await register(main, registers);
    if (!isFrom(main, registers))
      return report(false, `${main} cannot be loaded beside the other package of TensorFlow.`);
    if (await setBackend(registers)) return report(true, `${main} is in use.`);
    return report(false, `${main} is installed but does not start here.`);
  } catch (error) {
    return report(false, failure(error, packages));
  }
}

/** Imports a backend, and throws unless this package's tfjs-core has it then. */
async function register(packageName: string, registers: string): Promise<void> {
  try {
    await importPackage(packageName);
    if (findBackendFactory(registers) !== null) return;
    throw new Error("it registers itself with another copy of @tensorflow/tfjs-core than that of @tierwise/losses");
  } catch (error) {
    // Kernels of a package that got no further: the next one that has them would be told of each that it is registered twice.
    for (const { kernelName } of getKernelsForBackend(registers)) unregisterKernel(kernelName, registers);
    throw error;
  }
}

/** Whether the backend in tfjs is of this package: both packages of TensorFlow register under one name. */
function isFrom(packageName: string, registers: string): boolean {
  if (registers !== "tensorflow") return true;
  const gpuPackage = packageName === "@tensorflow/tfjs-node-gpu";
  const { isGPUPackage = gpuPackage } = (findBackend(registers) ?? {}) as { isGPUPackage?: boolean };
  return isGPUPackage === gpuPackage;
}

/** Why a backend is not available. */
function failure(error: unknown, packages: readonly string[]): string {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  const main = packages[packages.length - 1];
  // By name: a package that is there can lack one of its own dependencies. Vite puts a module of its own in the place of a missing peer.
  const missing = packages.find(
    (name) =>
      (code?.endsWith("MODULE_NOT_FOUND") && message?.includes(`'${name}`)) ||
      message?.startsWith(`Could not resolve "${name}"`),
  );
  if (missing !== undefined) return `${missing} is not installed: npm install ${packages.join(" ")}.`;
  const [line] = String(message ?? error).split("\n");
  const reason = line.trim().replace(/\.?$/, ".");
  if (nodeProcess() === undefined) return `${main} is not registered in this page, and does not load: ${reason}`;
  return `${main} is installed but does not load: ${reason}`;
}
