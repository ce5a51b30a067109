/** A parser that is given a file line by line, without line ends. */
export interface LineParser<T> {
  /** Takes the next line; `number` counts from 1. */
  line(text: string, number: number): void;
  /** The result, once every line is in. */
  finish(): T;
}

/** Gives a parser the lines of a text, the first of which has the number `first`. A line end is LF or CRLF. Returns how many. */
export function feedLines(text: string, parser: LineParser<unknown>, first: number): number {
  let count = 0;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed;
    parser.line(text.slice(start, text[end - 1] === "\r" && end > start ? end - 1 : end), first + count++);
    start = end + 1;
  }
  return count;
}

/** Runs a parser over a text in memory. */
export function parseText<T>(text: string, parser: LineParser<T>): T {
  feedLines(withoutMark(text), parser, 1);
  return parser.finish();
}

/** A text without the byte order mark that it may start with. */
export function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}
