/** A parser that is given a file line by line, without line ends. */
export interface LineParser<T> {
  /** Takes the next line; `number` counts from 1. */
  line(text: string, number: number): void;
  /** The result, once every line is in. */
  finish(): T;
}

/** Cuts text that arrives in pieces into the lines of a parser. A line end is LF or CRLF. */
export function feedLines<T>(parser: LineParser<T>): { push(text: string): void; finish(): T } {
  let carry = "";
  let number = 0;
  const line = (text: string): void => parser.line(text.endsWith("\r") ? text.slice(0, -1) : text, ++number);
  return {
    push(text) {
      if (!text.includes("\n")) {
        carry += text;
        return;
      }
      const lines = (carry + text).split("\n");
      carry = lines.pop() ?? "";
      for (const one of lines) line(one);
    },
    finish() {
      if (carry !== "") line(carry);
      return parser.finish();
    },
  };
}

/** Runs a parser over a text in memory. */
export function parseText<T>(text: string, parser: LineParser<T>): T {
  const feed = feedLines(parser);
  feed.push(text.startsWith("\ufeff") ? text.slice(1) : text);
  return feed.finish();
}
