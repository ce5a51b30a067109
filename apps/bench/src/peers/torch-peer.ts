import { execFileSync } from "node:child_process";
import { join } from "node:path";

/**
 * Runs a script of `peers` with the Python interpreter TIERWISE_PYTHON and returns the JSON it prints. Default interpreter: `python3`.
 * Returns undefined if the interpreter does not exist or has no PyTorch, or if TIERWISE_PYTHON is empty.
 */
export function torchPeer<Result>(script: string, ...args: readonly (string | number)[]): Result | undefined {
  const python = process.env["TIERWISE_PYTHON"] ?? "python3";
  if (python === "") return undefined;
  const file = join(import.meta.dirname, "..", "..", "peers", script);
  try {
    const output = execFileSync(python, [file, ...args.map(String)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    return JSON.parse(output) as Result;
  } catch (error) {
    if (String((error as { stderr?: unknown }).stderr).includes("No module named 'torch'")) return undefined;
    if ((error as { code?: unknown }).code === "ENOENT") return undefined;
    throw error;
  }
}

/** The message for a comparison that was skipped because PyTorch is missing. */
export function noTorch(what: string): string {
  return `Skipped: ${what}. TIERWISE_PYTHON names no Python with PyTorch (on Debian: apt install python3-torch, then TIERWISE_PYTHON=/usr/bin/python3).`;
}
