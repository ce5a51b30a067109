import { printableText } from "@tierwise/data/printable-text";
import { shellQuoted } from "../shell/shell-quoted.ts";
import { Interrupted } from "./interrupted.ts";

const sentences: Readonly<Record<string, string>> = {
  ENOENT: "no such file or directory",
  EACCES: "permission denied",
  EPERM: "operation not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left on the device",
  EDQUOT: "the disk quota is exceeded",
  EFBIG: "the file exceeds the size limit",
  EISDIR: "is a directory; expected a file",
  ENOTDIR: "part of the path is not a directory",
  EEXIST: "already exists",
  EMFILE: "too many open files",
};

/** Formats an error as a readable message without a stack trace. Explains system errors, and escapes control characters. */
export function explain(error: unknown): string {
  if (error instanceof Interrupted) return printableText(error.message, "\n");
  return printableText(`tierwise: ${messageOf(error)}${hintOf(error)}`, "\n");
}

/** Advice on the flags that resolve an error: one line per interpretation of an ambiguous file, otherwise one line for the wrong option. */
function hintOf(error: unknown): string {
  const { limit, option, choices = [], cause } = (error ?? {}) as Refusal;
  if (choices.length > 0) return choices.map(({ words, options }) => `\n  ${flagsOf(options)}    ${words}`).join("");
  if (option !== undefined && option in hints) return `\n${hints[option]}`;
  return [limit, cause?.limit].includes("maxBytes")
    ? "\nRaise the limit with --max-memory, such as --max-memory 8G."
    : "";
}

/** The properties that errors from the readers have in addition to the message. */
interface Refusal {
  readonly limit?: unknown;
  readonly option?: string;
  readonly advice?: string;
  readonly choices?: readonly { readonly words: string; readonly options: Readonly<Record<string, string>> }[];
  readonly cause?: { readonly limit?: unknown };
}

/** The message without its advice on an option in code, if the hint about the flag says the same. */
function withoutAdvice(error: Error): string {
  const { message } = error;
  const { option, advice } = error as Refusal;
  const isRepeated = advice !== undefined && option !== undefined && option in hints;
  return isRepeated ? message.replace(`; ${advice}`, "") : message;
}

const hints: Readonly<Record<string, string>> = {
  format: "Set the format with --format.",
  columns: "Name the columns with --columns, such as --columns user=0,item=1,rating=2 or --columns a=0,b=1,winner=2.",
  encoding: "Set the encoding with --encoding, such as --encoding latin1.",
  missing: "Skip such rows with --missing skip.",
  duplicates: "To choose a rating, use --duplicates last, first or mean.",
  winner: "Set how the winner is recorded with --winner: item, side, score, sign, number, index or result.",
  keep: "--by, --control and --cluster expect columns of battles; --columns judge=COLUMN sets the column for --judges.",
  best: "Set which end of the scale is best with --best higher or --best lower.",
};

function flagsOf(options: Readonly<Record<string, string>>): string {
  return Object.entries(options)
    .map(([name, value]) => `--${name} ${shellQuoted(value)}`)
    .join(" ");
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  const sentence = code === undefined ? undefined : sentences[code];
  // Only plain system errors are rephrased; errors from our packages are already readable.
  if (sentence === undefined || syscall === undefined) return withoutAdvice(error);
  return path === undefined ? `${sentence} (${code} in ${syscall})` : `${path}: ${sentence}`;
}
