import { spawnSync } from "node:child_process";
import { join } from "node:path";

/**
 * Runs one suite in a process of its own and leaves its report in `file`: what the compiler learnt from one suite must
 * not speed up or slow down another.
 */
export function runApart(name: string, quick: boolean, file: string): void {
  const script = join(import.meta.dirname, "run-suite.js");
  const args = ["--expose-gc", script, name, file, ...(quick ? ["--quick"] : [])];
  const { status, error } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) throw new Error(`suite ${name} failed${error ? `: ${error.message}` : ""}`);
}
