import type { MemoryOptions } from "@tierwise/data";
import { printableJson, printableText } from "@tierwise/data/printable-text";
import { createColors } from "picocolors";

/** What picocolors makes; its functions leave text alone where colours are off. */
export type Colors = ReturnType<typeof createColors>;

/** The options that every command has. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly color?: boolean;
  /** Of commands that read data: bytes that what one file holds may take. */
  readonly maxMemory?: number;
}

/** How a command talks: results to standard output, everything else to standard error. */
export interface Session {
  /** Whether the result is printed as JSON, and nothing else goes to standard output. */
  readonly json: boolean;
  /** Whether notes and progress are left out. */
  readonly quiet: boolean;
  /** Whether somebody watches: progress is drawn over, not listed. */
  readonly interactive: boolean;
  /** Colours of standard output. */
  readonly colors: Colors;
  /** How many characters fit on a line of standard output. */
  readonly width: number;
  /** The command as it could be typed again. */
  readonly commandLine: string;
  /** The memory that readers may use, as their options. */
  readonly memory: MemoryOptions;
  /** Prints a result for people. Names in it are made visible by whoever puts them there; colours stay. */
  readonly print: (text: string) => void;
  /** Prints the result as JSON, where that is asked for. */
  readonly result: (value: unknown) => void;
  /** Says what is going on; nothing in it is obeyed by a terminal. */
  readonly note: (text: string) => void;
}

/** The session of this process, with a command's common options. */
export function createSession({ json = false, quiet = false, color = true, maxMemory }: CommonOptions): Session {
  const { stdout, stderr, argv } = process;
  return {
    json,
    quiet,
    interactive: !quiet && stderr.isTTY === true && process.env["TERM"] !== "dumb",
    colors: createColors(color && wantsColor(stdout)),
    width: stdout.columns ?? 120,
    commandLine: `tierwise ${argv.slice(2).map(shellQuoted).join(" ")}`,
    memory: maxMemory === undefined ? {} : { maxBytes: maxMemory },
    print: (text) => void (json || stdout.write(`${coloredText(text)}\n`)),
    result: (value) => void (json && stdout.write(`${printableJson(JSON.stringify(value, plainArrays, 2))}\n`)),
    note: (text) => void (quiet || stderr.write(`${printableText(text, "\n")}\n`)),
  };
}

/** Text in which a terminal obeys colours and line breaks alone. */
function coloredText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences that set colours.
  const parts = text.split(/(\u001b\[[\d;]*m)/);
  return parts.map((part, i) => (i % 2 === 1 ? part : printableText(part, "\n"))).join("");
}

/** NO_COLOR and FORCE_COLOR, then whether it is a terminal. */
function wantsColor(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR && FORCE_COLOR !== "0") return true;
  return stream.isTTY === true && TERM !== "dumb";
}

/** Typed arrays as plain ones. */
function plainArrays(_: string, value: unknown): unknown {
  return ArrayBuffer.isView(value) && !(value instanceof DataView) ? Array.from(value as Float64Array) : value;
}

/** A word as a shell takes it: in quotes where it needs them. */
export function shellQuoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
