import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { binary } from "./binary.ts";

/** The exit code and output of a command. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  readonly node?: string;
  /** Called with each chunk of standard error and a function that sends a signal. */
  readonly onStderr?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs the built `tierwise` with arguments, without a terminal. */
export function tierwise(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { cwd, env = {}, input, node = process.execPath, onStderr } = options;
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...plain } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(node, [binary, ...args], { cwd, env: { ...plain, ...env }, stdio: "pipe" });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      onStderr?.(text, (signal) => child.kill(signal));
    });
    child.on("error", reject).on("close", (code) => resolve({ code, stdout, stderr }));
    // Nothing is written if there is no input, because a command that has already ended would cause EPIPE.
    child.stdin.end(input);
  });
}

/** Creates a folder that is removed after the tests in a file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tierwise-cli-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Flags that make training take about a second. */
export const quick = ["--hidden", "8", "--epochs", "2", "--learning-rates", "0.01", "--threads", "1"];

/** Writes small datasets drawn from a known model to `train.txt` and `test.txt` in a folder. */
export async function smallData(folder: string, { rows = 200 } = {}): Promise<void> {
  const { writeGeneratedXmlDataset } = await import("@tierwise/datasets-xml");
  const sizes = { features: 30, labels: 20, labelsPerRow: 3, featuresPerRow: 6, seed: 1 };
  await writeGeneratedXmlDataset(join(folder, "train.txt"), { ...sizes, rows });
  await writeGeneratedXmlDataset(join(folder, "test.txt"), { ...sizes, rows: 60, firstRow: rows });
}
