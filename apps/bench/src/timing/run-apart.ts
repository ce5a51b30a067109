import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** How a suite is run. */
interface RunApartOptions {
  /** Fewer repeats, smaller sizes. */
  readonly quick: boolean;
  /** Products in 256-bit vectors, where the engine can. */
  readonly wide?: boolean;
}

/**
 * Runs one suite in a process of its own and leaves its report in `file`: what the compiler learnt from one suite must
 * not speed up or slow down another.
 */
export function runApart(name: string, file: string, { quick, wide = false }: RunApartOptions): void {
  const script = join(import.meta.dirname, "..", "suites", "run-suite.js");
  const args = ["--expose-gc", script, name, file, ...(quick ? ["--quick"] : []), ...(wide ? ["--wide"] : [])];
  const { status, error } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) throw new Error(`suite ${name} failed${error ? `: ${error.message}` : ""}`);
}
