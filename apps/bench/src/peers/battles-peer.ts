import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** The output of `peers/battles.py FILE time`. */
export interface BattlesPeer {
  readonly parameters: readonly number[];
  readonly standardErrors: readonly number[];
  readonly readSeconds: number;
  readonly fitSeconds: number;
  readonly resampleSeconds: number;
}

/** Fits a CSV file of battles in numpy, with resamples; undefined if TIERWISE_PYTHON (default: python3) has no numpy. */
export function battlesPeer(path: string, resamples: number): BattlesPeer | undefined {
  const python = process.env["TIERWISE_PYTHON"] ?? "python3";
  const script = join(import.meta.dirname, "..", "..", "peers", "battles.py");
  try {
    const output = execFileSync(python, [script, path, "time", String(resamples), "1"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 1 << 26,
    });
    return JSON.parse(output) as BattlesPeer;
  } catch (error) {
    if (String((error as { stderr?: unknown }).stderr).includes("No module named 'numpy'")) return undefined;
    if (["ENOENT", "EACCES"].includes(String((error as { code?: unknown }).code)) || python === "") return undefined;
    throw error;
  }
}
