import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** A file to read: its name, its text, and the reader to try. */
export type PromisingFile = readonly [name: string, text: string, read: (path: string) => Promise<unknown>];

export interface PromisedMemory {
  /** For each file, `"read"` or the message of the error, without the folder. */
  readonly outcomes: Readonly<Record<string, string>>;
  /** The number of bytes in array buffers after reading all files. */
  readonly arrayBuffers: number;
  /** The peak memory of the process in bytes. */
  readonly peak: number;
}

/** Runs `node script folder` in a process with a heap of 64 MB. The script calls {@link reportPromisingFiles}. */
export function readInLittleMemory(script: string, folder: string): PromisedMemory {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--max-old-space-size=64", script, folder], {
    encoding: "utf8",
  });
  if (status !== 0 || stderr !== "") throw new Error(`${script} exited with status ${status}: ${stderr}`);
  return JSON.parse(stdout) as PromisedMemory;
}

/** Writes files to a folder, reads the files one by one, and prints a {@link PromisedMemory} for the parent process. */
export async function reportPromisingFiles(folder: string, files: readonly PromisingFile[]): Promise<void> {
  const outcomes: Record<string, string> = {};
  for (const [name, text, read] of files) {
    const path = join(folder, name);
    writeFileSync(path, text);
    outcomes[name] = await read(path).then(
      () => "read",
      (error: Error) => error.message.slice(folder.length + 1),
    );
  }
  const { arrayBuffers } = process.memoryUsage();
  process.stdout.write(JSON.stringify({ outcomes, arrayBuffers, peak: process.resourceUsage().maxRSS * 1024 }));
}
