import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Options for running a script in `peers`. */
export interface PythonRun {
  readonly args?: readonly (string | number)[];
  /** The text on standard input. Default: none. */
  readonly input?: string;
  /** The modules that may be missing. */
  readonly modules: readonly string[];
}

/**
 * Runs a script in `peers` with the Python interpreter TIERWISE_PYTHON and returns the JSON in its last line of output. Default
 * interpreter: `python3`. Returns undefined if the interpreter or one of the modules does not exist, or if TIERWISE_PYTHON is empty.
 */
export function pythonPeer<Result>(script: string, { args = [], input = "", modules }: PythonRun): Result | undefined {
  const python = process.env["TIERWISE_PYTHON"] ?? "python3";
  if (python === "") return undefined;
  const file = join(import.meta.dirname, "..", "..", "peers", script);
  try {
    const output = execFileSync(python, [file, ...args.map(String)], {
      encoding: "utf8",
      input,
      stdio: ["pipe", "pipe", "pipe"],
      maxBuffer: 1 << 28,
    });
    // Some modules print notes before the result.
    return JSON.parse(output.trim().split("\n").at(-1) ?? "") as Result;
  } catch (error) {
    const { stderr, code } = error as { readonly stderr?: unknown; readonly code?: unknown };
    if (modules.some((name) => String(stderr).includes(`No module named '${name}'`))) return undefined;
    if (code === "ENOENT" || code === "EACCES") return undefined;
    throw error;
  }
}
