import { findBackendFactory, setBackend } from "@tensorflow/tfjs-core";

/** A backend that {@link resolveBackend} knows. */
export type BackendName = "tfjs-node-gpu" | "tfjs-node" | "wasm" | "cpu";

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
  /** What is in use, and why not another: one line to print. */
  readonly sentence: string;
}

/** In order of preference; `registers` is what the package calls its backend in tfjs. */
const BACKENDS: Readonly<Record<BackendName, { readonly package: string; readonly registers: string }>> = {
  "tfjs-node-gpu": { package: "@tensorflow/tfjs-node-gpu", registers: "tensorflow" },
  "tfjs-node": { package: "@tensorflow/tfjs-node", registers: "tensorflow" },
  wasm: { package: "@tensorflow/tfjs-backend-wasm", registers: "wasm" },
  cpu: { package: "@tensorflow/tfjs-backend-cpu", registers: "cpu" },
};

/**
 * Makes the best tfjs backend that is installed the one in use: `tfjs-node-gpu`, `tfjs-node`, `wasm`, `cpu`, in that order.
 * A package that is missing or does not load is a sentence in the report; nothing is thrown for it.
 *
 * @param name - The only backend to try; all of them where left out.
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
    const attempt = await tryBackend(candidate);
    tried.push(attempt);
    if (attempt.ok) break;
  }
  const found = tried.find(({ ok }) => ok)?.name;
  const verdict = found === undefined ? "tfjs has no backend to run on." : `tfjs runs on ${found}.`;
  const reasons = tried.filter(({ ok }) => !ok).map(({ message }) => message);
  return { name: found, tried, sentence: [verdict, ...reasons].join(" ") };
}

async function tryBackend(name: BackendName): Promise<BackendAttempt> {
  const { package: packageName, registers } = BACKENDS[name];
  const report = (ok: boolean, message: string): BackendAttempt => ({ name, ok, message });
  try {
    // A page has its backends bundled and registered; nothing is left to import there.
    if (registers === "tensorflow" || findBackendFactory(registers) === null) await load(packageName, registers);
    if (await setBackend(registers)) return report(true, `${packageName} is in use.`);
    return report(false, `${packageName} is installed but does not start here.`);
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    if (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") {
      return report(false, `${packageName} is not installed: npm install ${packageName}.`);
    }
    const [reason] = String(message ?? error).split("\n");
    return report(false, `${packageName} is installed but does not load: ${reason.replace(/\.?$/, ".")}`);
  }
}

async function load(packageName: string, registers: string): Promise<void> {
  if (registers === "tensorflow") await restoreRemovedNodeFunctions();
  await import(/* @vite-ignore */ packageName);
}

/** tfjs-node calls two functions of `node:util` that Node 23 removed. */
async function restoreRemovedNodeFunctions(): Promise<void> {
  const specifier = "node:util";
  const { default: util }: { default: Record<string, unknown> } = await import(/* @vite-ignore */ specifier);
  util["isNullOrUndefined"] ??= (value: unknown) => value === null || value === undefined;
  util["isArray"] ??= Array.isArray;
}
