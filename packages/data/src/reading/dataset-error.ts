import { visibleText } from "./visible-text.ts";

/**
 * What every reader of this package throws where its input is wrong. The message starts with the place:
 * `train.txt:118: feature index 500 is not below 500, the number of features in the header`.
 */
export class DatasetError extends Error {
  /** Tells it from other errors where `instanceof` cannot. */
  override readonly name = "DatasetError";
  /** The file, as it was named by the caller. */
  readonly file: string;
  /** The line, from 1; left out where the whole file is at fault. */
  readonly line: number | undefined;
  /** The option that allows more, where the input is not wrong but larger than allowed. */
  readonly limit: "maxBytes" | undefined;
  /** The option that must say what the file does not, where the input is not wrong but could be several things. */
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

/** A piece of the input as an error message shows it: in quotes, with visible escapes, at most 40 characters. */
export function quoted(text: string): string {
  return visibleText(JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text));
}
