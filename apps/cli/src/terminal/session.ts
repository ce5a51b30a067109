import type { MemoryOptions } from "@tierwise/data";
import { printableJson, printableText } from "@tierwise/data/printable-text";
import { createColors } from "picocolors";
import { shellQuoted } from "../shell/shell-quoted.ts";

/** The functions of picocolors, which leave text unchanged if colors are off. */
export type Colors = ReturnType<typeof createColors>;

/** The options that all commands share. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly color?: boolean;
  /** For commands that read data: the memory limit for the data of one file, in bytes. */
  readonly maxMemory?: number;
}

/** The output of a command: results go to standard output, everything else to standard error. */
export interface Session {
  /** Whether the result is printed as JSON, and nothing else goes to standard output. */
  readonly json: boolean;
  /** Whether notes and progress are hidden. */
  readonly quiet: boolean;
  /** Whether progress is drawn as a bar, as in a terminal, rather than printed as lines. */
  readonly interactive: boolean;
  /** The colors for standard output. */
  readonly colors: Colors;
  /** The number of characters per line of standard output. */
  readonly width: number;
  /** The command line, quoted for a shell. */
  readonly commandLine: string;
  /** The memory limit in the form of reader options. */
  readonly memory: MemoryOptions;
  /** Prints a result as text, which may include colors. The caller escapes control characters in names. */
  readonly print: (text: string) => void;
  /** Prints the result as JSON if `--json` is set. */
  readonly result: (value: unknown) => void;
  /** Prints a note, with control characters escaped. */
  readonly note: (text: string) => void;
}

/** Creates the session of this process from a command's common options. */
export function createSession({ json = false, quiet = false, color = true, maxMemory }: CommonOptions): Session {
  const { stdout, stderr, argv } = process;
  return {
    json,
    quiet,
    interactive: !quiet && stderr.isTTY === true && process.env["TERM"] !== "dumb",
    colors: createColors(color && wantsColor(stdout)),
    width: stdout.columns ?? 120,
    get commandLine() {
      return `tierwise ${argv.slice(2).map(shellQuoted).join(" ")}`;
    },
    memory: maxMemory === undefined ? {} : { maxBytes: maxMemory },
    print: (text) => void (json || stdout.write(`${coloredText(text)}\n`)),
    result: (value) => void (json && stdout.write(`${printableJson(JSON.stringify(value, plainArrays, 2))}\n`)),
    note: (text) => void (quiet || stderr.write(`${printableText(text, "\n")}\n`)),
  };
}

/** Text with all control characters escaped except colors and line breaks. */
function coloredText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences that set colors.
  const parts = text.split(/(\u001b\[[\d;]*m)/);
  return parts.map((part, i) => (i % 2 === 1 ? part : printableText(part, "\n"))).join("");
}

/** Whether to use colors, which depends on NO_COLOR, then on FORCE_COLOR, and then on whether the stream is a terminal. */
function wantsColor(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR && FORCE_COLOR !== "0") return true;
  return stream.isTTY === true && TERM !== "dumb";
}

/** A JSON replacer that converts typed arrays to plain arrays. */
function plainArrays(_: string, value: unknown): unknown {
  return ArrayBuffer.isView(value) && !(value instanceof DataView) ? Array.from(value as Float64Array) : value;
}
