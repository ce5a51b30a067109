import { execFileSync } from "node:child_process";
import { join } from "node:path";

/**
 * Runs a script of `peers` with the Python that TIERWISE_PYTHON names (default `python3`) and returns the JSON it prints; nothing
 * where that Python has no PyTorch.
 */
export function torchPeer<Result>(script: string, ...args: readonly (string | number)[]): Result | undefined {
  const python = process.env["TIERWISE_PYTHON"] ?? "python3";
  const file = join(import.meta.dirname, "..", "peers", script);
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
