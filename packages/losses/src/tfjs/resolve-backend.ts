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

/** A backend that {@link resolveBackend} can select. */
export type BackendName = "tfjs-node-gpu" | "webgpu" | "tfjs-node" | "wasm" | "cpu";

/** The outcome of trying one backend. */
export interface BackendAttempt {
  /** The backend tried. */
  readonly name: BackendName;
  /** Whether the backend is now in use. */
  readonly ok: boolean;
  /** A sentence that describes what happened. */
  readonly message: string;
}

/** The result of {@link resolveBackend}. */
export interface BackendReport {
  /** The backend now in use; undefined if no backend that was tried is available. */
  readonly name: BackendName | undefined;
  /** Every backend that was tried, in order. */
  readonly tried: readonly BackendAttempt[];
  /** Whether tensors are stored on a GPU. */
  readonly graphicsCard: boolean;
  /** One line to print: the backend in use and why others were not selected. */
  readonly sentence: string;
}

/** The packages of a backend (the one that registers it comes last) and its name in tfjs. */
interface Backend {
  readonly packages: readonly string[];
  readonly registers: string;
}

/** The backends, in order of preference. */
const BACKENDS: Readonly<Record<BackendName, Backend>> = {
  "tfjs-node-gpu": { packages: ["@tensorflow/tfjs-node-gpu"], registers: "tensorflow" },
  webgpu: { packages: ["webgpu", "@tensorflow/tfjs-backend-webgpu"], registers: "webgpu" },
  "tfjs-node": { packages: ["@tensorflow/tfjs-node"], registers: "tensorflow" },
  wasm: { packages: ["@tensorflow/tfjs-backend-wasm"], registers: "wasm" },
  cpu: { packages: ["@tensorflow/tfjs-backend-cpu"], registers: "cpu" },
};

/**
 * Selects the best installed tfjs backend: `tfjs-node-gpu`, `webgpu`, `tfjs-node`, `wasm`, `cpu`, in this order. Packages are resolved as
 * the application would resolve them: from the main script, from the working directory, then from this package. A package that is missing
 * or does not load is mentioned in the report and does not cause an error.
 *
 * `webgpu` uses the page's `navigator.gpu` or, in Node, the package `webgpu`. A device emulated on the CPU
 * (SwiftShader, llvmpipe) is slower than the backends after it and is used only if `name` is `"webgpu"`.
 *
 * @param name - The only backend to try. Default: all of them in turn, until one works.
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
        return report(
          false,
          `webgpu finds only ${device.description}, which runs on the processor; select webgpu by name to use it.`,
        );
      }
    }
    // Skips the import of a registered backend: pages bundle and register their backends.
    if (findBackendFactory(registers) === null) await register(main, registers);
    if (!isFrom(main, registers))
      return report(false, `${main} cannot be loaded together with the other TensorFlow package.`);
    if (await setBackend(registers)) return report(true, `${main} is in use.`);
    return report(false, `${main} is installed but does not start here.`);
  } catch (error) {
    return report(false, failure(error, packages));
  }
}

/** Imports a backend and throws unless it is then registered with this package's tfjs-core. */
async function register(packageName: string, registers: string): Promise<void> {
  try {
    await importPackage(packageName);
    if (findBackendFactory(registers) !== null) return;
    throw new Error(
      "it registers with a copy of @tensorflow/tfjs-core that differs from the one that @tierwise/losses uses",
    );
  } catch (error) {
    // Removes the kernels of a package that failed to load; otherwise, the next package would warn about duplicates.
    for (const { kernelName } of getKernelsForBackend(registers)) unregisterKernel(kernelName, registers);
    throw error;
  }
}

/** Whether the given package registered the tfjs backend. Both TensorFlow packages use the same backend name. */
function isFrom(packageName: string, registers: string): boolean {
  if (registers !== "tensorflow") return true;
  const gpuPackage = packageName === "@tensorflow/tfjs-node-gpu";
  const { isGPUPackage = gpuPackage } = (findBackend(registers) ?? {}) as { isGPUPackage?: boolean };
  return isGPUPackage === gpuPackage;
}

/** The reason why a backend is not available. */
function failure(error: unknown, packages: readonly string[]): string {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  const main = packages[packages.length - 1];
  // Checks which package is missing, because an installed package may lack a dependency. Vite replaces a missing peer dependency with a stub
  // that throws an error without a code.
  const missing = packages.find(
    (name) =>
      (code?.endsWith("MODULE_NOT_FOUND") && message?.includes(`'${name}`)) ||
      message?.startsWith(`Could not resolve "${name}"`),
  );
  if (missing !== undefined) return `${missing} is not installed: npm install ${packages.join(" ")}.`;
  const [line] = String(message ?? error).split("\n");
  const reason = line.trim().replace(/\.?$/, ".");
  if (nodeProcess() === undefined) return `${main} is not registered on this page and does not load: ${reason}`;
  return `${main} is installed but does not load: ${reason}`;
}
