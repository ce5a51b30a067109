import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { binary } from "./binary.ts";

/** How a command ended. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command runs with. */
export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly node?: string;
  /** Called with each piece of standard error, and a function that sends a signal. */
  readonly onStderr?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs `tierwise` with arguments, as a person would, without a terminal. */
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
    // Nothing is written where there is no input: a command that has ended already would answer with EPIPE.
    child.stdin.end(input);
  });
}

/** A folder that is gone after the tests of a file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tierwise-cli-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Arguments that make a training take a second. */
export const quick = ["--hidden", "8", "--epochs", "2", "--learning-rates", "0.01", "--threads", "1"];

/** Small data, drawn from a known model, in `train.txt` and `test.txt` of a folder. */
export async function smallData(folder: string, { rows = 200 } = {}): Promise<void> {
  const { writeGeneratedXmlDataset } = await import("@tierwise/datasets-xml");
  const sizes = { features: 30, labels: 20, labelsPerRow: 3, featuresPerRow: 6, seed: 1 };
  await writeGeneratedXmlDataset(join(folder, "train.txt"), { ...sizes, rows });
  await writeGeneratedXmlDataset(join(folder, "test.txt"), { ...sizes, rows: 60, firstRow: rows });
}
