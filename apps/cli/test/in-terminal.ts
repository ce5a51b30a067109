import { spawn, spawnSync } from "node:child_process";
import xterm from "@xterm/headless";
import { shellQuoted } from "../src/shell/shell-quoted.ts";
import { binary } from "./binary.ts";

/** Whether `script` from util-linux, which runs a command in a pseudo-terminal, is installed. */
export const hasTerminal =
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;

/** The output of a command in a terminal. */
export interface Seen {
  readonly code: number | null;
  /** All output, including escape sequences. */
  readonly written: string;
  /** The lines on the final screen, including those that have scrolled out of view. */
  readonly screen: string[];
}

export interface TerminalOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with the complete output so far and a function that types keys. */
  readonly onWritten?: (written: string, type: (keys: string) => void) => void;
}

const size = { cols: 100, rows: 40 };

/** Runs `tierwise` in a pseudo-terminal 100 columns wide. */
export async function inTerminal(
  args: readonly string[],
  { cwd, env = {}, onWritten }: TerminalOptions,
): Promise<Seen> {
  const { NO_COLOR: _no, FORCE_COLOR: _force, CI: _ci, ...plain } = process.env;
  const words = [process.execPath, binary, ...args].map(shellQuoted).join(" ");
  const command = `stty cols ${size.cols} rows ${size.rows}; exec ${words}`;
  const child = spawn("script", ["-qec", command, "/dev/null"], {
    cwd,
    env: { ...plain, TERM: "xterm-256color", ...env },
  });
  let written = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    written += text;
    onWritten?.(written, (keys) => child.stdin.write(keys));
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, written, screen: await screenOf(written) };
}

async function screenOf(written: string): Promise<string[]> {
  const terminal = new xterm.Terminal({ ...size, scrollback: 1000, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(written, resolve));
  const { active } = terminal.buffer;
  return Array.from({ length: active.length }, (_, i) => active.getLine(i)?.translateToString(true) ?? "");
}
