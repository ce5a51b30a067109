import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** What `peers/documents.py` prints: seconds of processor time on one thread. */
export interface DocumentsPeer {
  readonly version: string;
  readonly seconds: number;
  readonly prepareSeconds: number;
  readonly trainSeconds: number;
  readonly scores: readonly number[];
}

/** Runs XGBoost or PyTorch on the lists of a folder; undefined if TIERWISE_PYTHON (default: python3) does not have it. */
export function documentsPeer(
  folder: string,
  what: "read" | "torch" | "xgboost",
  { trees, leaves }: { readonly trees: number; readonly leaves: number },
): DocumentsPeer | undefined {
  const python = process.env["TIERWISE_PYTHON"] ?? "python3";
  const script = join(import.meta.dirname, "..", "..", "peers", "documents.py");
  try {
    const output = execFileSync(python, [script, folder, String(trees), String(leaves), what], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 1 << 28,
    });
    // XGBoost prints notes about the file before the result.
    return JSON.parse(output.trim().split("\n").at(-1) ?? "") as DocumentsPeer;
  } catch (error) {
    if (/No module named '(numpy|torch|xgboost)'/.test(String((error as { stderr?: unknown }).stderr)))
      return undefined;
    if (["ENOENT", "EACCES"].includes(String((error as { code?: unknown }).code))) return undefined;
    throw error;
  }
}
