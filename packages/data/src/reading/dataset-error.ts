import { printableText } from "./printable-text.ts";

/**
 * The error that every reader of this package throws for invalid input. The message starts with the file and the line:
 * `train.txt:118: feature index 500 is not below 500, the number of features in the header`.
 */
export class DatasetError extends Error {
  /** Identifies the error where `instanceof` cannot be used. */
  override readonly name = "DatasetError";
  /** The file, as the caller named it. */
  readonly file: string;
  /** The 1-based line; undefined if the error concerns the whole file. */
  readonly line: number | undefined;
  /** The option to raise if the input is valid but larger than allowed. */
  readonly limit: "maxBytes" | undefined;
  /** The option to set if the input is valid but ambiguous. */
  readonly option: "format" | undefined;

  constructor(
    problem: string,
    place: { file: string; line?: number; limit?: "maxBytes"; option?: "format"; cause?: unknown },
  ) {
    const { file, line, limit, option, cause } = place;
    super(`${file}${line === undefined ? "" : `:${line}`}: ${problem}`, cause === undefined ? undefined : { cause });
    this.file = file;
    this.line = line;
    this.limit = limit;
    this.option = option;
  }
}

/** Formats a piece of the input for an error message: in quotes, with visible escapes, at most 40 characters. */
export function quoted(text: string): string {
  return printableText(JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text));
}
