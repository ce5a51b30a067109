import { spawnSync } from "node:child_process";
import { join } from "node:path";

interface RunApartOptions {
  /** Whether to use fewer repeats and smaller sizes. */
  readonly quick: boolean;
  /** Whether to compute matrix products in 256-bit vectors, if the engine supports them. Default: false. */
  readonly wide?: boolean;
}

/**
 * Runs one suite in a separate process and writes its report to `file`, so that the compiler's optimizations for one suite
 * do not affect another.
 */
export function runApart(name: string, file: string, { quick, wide = false }: RunApartOptions): void {
  const script = join(import.meta.dirname, "..", "suites", "run-suite.js");
  const args = ["--expose-gc", script, name, file, ...(quick ? ["--quick"] : []), ...(wide ? ["--wide"] : [])];
  const { status, error } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) throw new Error(`suite ${name} failed${error ? `: ${error.message}` : ""}`);
}
