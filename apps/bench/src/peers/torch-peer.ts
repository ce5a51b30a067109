import { execFileSync } from "node:child_process";
import { join } from "node:path";

/**
 * Runs a script of `peers` with the Python that TIERWISE_PYTHON names (default `python3`) and returns the JSON it prints; nothing
 * where that Python has no PyTorch, or where TIERWISE_PYTHON is empty.
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

/** The sentence where there is no PyTorch to measure beside. */
export function noTorch(what: string): string {
  return `Left out: ${what}. TIERWISE_PYTHON names no Python with PyTorch (on Debian: apt install python3-torch, then TIERWISE_PYTHON=/usr/bin/python3).`;
}
