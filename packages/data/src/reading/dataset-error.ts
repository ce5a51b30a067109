import { printableText } from "./printable-text.ts";

/** The reader options that can resolve an error. */
export type ReadingOption = "format" | "columns" | "encoding" | "best" | "winner" | "missing" | "keep" | "duplicates";

/** One interpretation of an ambiguous file. */
export interface ReadingChoice {
  /** A description of this interpretation. */
  readonly words: string;
  /** The options that select this interpretation, by name: `{ columns: "user=0,item=1,rating=2" }`. */
  readonly options: Readonly<Record<string, string>>;
}

/** The location of a problem, and the options that resolve it. */
export interface DatasetErrorPlace {
  /** The file, as the caller named it. */
  readonly file: string;
  /** The 1-based line, if the problem is on a single line. */
  readonly line?: number;
  /** The option whose value must be raised to resolve the error. */
  readonly limit?: "maxBytes";
  /** The option to set to resolve the error. */
  readonly option?: ReadingOption;
  /** How to set `option` in code; the end of the message. */
  readonly advice?: string;
  /** The possible interpretations of an ambiguous file. */
  readonly choices?: readonly ReadingChoice[];
  /** The error that caused this one. */
  readonly cause?: unknown;
}

/**
 * The error that every reader of this package throws for invalid input. The message starts with the file and the line:
 * `train.txt:118: feature index 500 is not below 500, the number of features in the header`.
 */
export class DatasetError extends Error {
  /** Identifies the error if `instanceof` cannot be used. */
  override readonly name = "DatasetError";
  /** The file, as the caller named it. */
  readonly file: string;
  /** The 1-based line; undefined if the error concerns the whole file. */
  readonly line: number | undefined;
  /** The option to raise if the input is valid but larger than allowed. */
  readonly limit: "maxBytes" | undefined;
  /** The option to set if the input may be valid but cannot be interpreted without it. */
  readonly option: ReadingOption | undefined;
  /** The end of the message, if it says how to set `option` in code; a program with other ways to set it can replace this part. */
  readonly advice: string | undefined;
  /** The possible interpretations of an ambiguous file, each with the options that select it. */
  readonly choices: readonly ReadingChoice[];

  constructor(problem: string, place: DatasetErrorPlace) {
    const { file, line, limit, option, advice, choices = [], cause } = place;
    const message = `${file}${line === undefined ? "" : `:${line}`}: ${problem}${advice === undefined ? "" : `; ${advice}`}`;
    super(message, cause === undefined ? undefined : { cause });
    this.file = file;
    this.line = line;
    this.limit = limit;
    this.option = option;
    this.advice = advice;
    this.choices = choices;
  }
}

/** Formats a piece of the input for an error message: in quotes, with visible escapes, at most 40 characters. */
export function quoted(text: string): string {
  return printableText(JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text));
}
