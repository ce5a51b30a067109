import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A process that a test started. */
export interface TestProcess {
  readonly child: ChildProcess;
  /** The standard output of the process so far. */
  readonly output: () => string;
  /** Resolves when a line of its output starts with these words. */
  readonly says: (words: string) => Promise<void>;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  /** Ends it with SIGKILL, and waits until it has ended. */
  readonly kill: () => Promise<void>;
}

/** Starts a file of this folder in a new process. */
export function startTestProcess(file: string, args: readonly string[]): TestProcess {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  let look = (): void => {};
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    look();
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    child,
    output: () => output,
    says: (words) =>
      new Promise((resolve, reject) => {
        look = () => {
          if (output.split("\n").some((line) => line.startsWith(words))) resolve();
        };
        void ended.then((code) => reject(new Error(`${file} ended with code ${code} before it said ${words}`)));
        look();
      }),
    ended,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
