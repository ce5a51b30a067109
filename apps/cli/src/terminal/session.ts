import { createColors } from "picocolors";
import { shellQuoted } from "./shell-quoted.ts";

/** What picocolors makes; its functions leave text alone where colours are off. */
export type Colors = ReturnType<typeof createColors>;

/** The options that every command has. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly color?: boolean;
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
  /** Prints a result for people. */
  readonly print: (text: string) => void;
  /** Prints the result as JSON, where that is asked for. */
  readonly result: (value: unknown) => void;
  /** Says what is going on. */
  readonly note: (text: string) => void;
}

/** The session of this process, with a command's common options. */
export function createSession({ json = false, quiet = false, color = true }: CommonOptions): Session {
  const { stdout, stderr, argv } = process;
  return {
    json,
    quiet,
    interactive: !quiet && stderr.isTTY === true && process.env["TERM"] !== "dumb",
    colors: createColors(color && wantsColor(stdout)),
    width: stdout.columns ?? 120,
    commandLine: `tierwise ${argv.slice(2).map(shellQuoted).join(" ")}`,
    print: (text) => void (json || stdout.write(`${text}\n`)),
    result: (value) => void (json && stdout.write(`${JSON.stringify(value, plainArrays, 2)}\n`)),
    note: (text) => void (quiet || stderr.write(`${text}\n`)),
  };
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
