import { DatasetError, quoted } from "./dataset-error.ts";
import { lineTooLong, longestLine, type MemoryOptions, resolveMaxBytes } from "./memory-limit.ts";

/** A parser that receives a file line by line, without line endings. */
export interface LineParser<T> {
  /** Receives the next line; `number` counts from 1. */
  line(text: string, number: number): void;
  /** Returns the result after the last line. */
  finish(): T;
}

/** Passes lines of text (ending in LF or CRLF) to a parser, numbered from `first`. Returns the number of lines. */
function feedLines(text: string, parser: LineParser<unknown>, first: number): number {
  let count = 0;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed;
    parser.line(text.slice(start, text[end - 1] === "\r" && end > start ? end - 1 : end), first + count++);
    start = end + 1;
  }
  return count;
}

/** Runs a parser over text in memory. */
export function parseText<T>(text: string, parser: LineParser<T>): T {
  feedLines(withoutMark(text), parser, 1);
  return parser.finish();
}

function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** Splits text that arrives in chunks into pieces of complete lines. */
export interface LineSplitter {
  /** Receives the next chunk, which may be overwritten as soon as this returns. */
  push(chunk: Uint8Array): void;
  /** Passes on the last line if it does not end with a line feed. */
  finish(): void;
}

/** Options for {@link createLineSplitter}. */
export interface LineSplitterOptions {
  /** Receives the bytes from `start` to `end`: one or more complete lines, each ending with a line feed. */
  readonly onLines: (bytes: Uint8Array, start: number, end: number) => void;
  /** Maximum length of a line in bytes, including its line ending. */
  readonly longest: number;
  /** Creates the error for a line that is too long: the line after the last one that was passed to `onLines`. */
  readonly tooLong: (bytes: Uint8Array) => Error;
}

/** Maximum size of a piece in bytes, unless a single line is longer. */
const PIECE = 1 << 18;
const LINE_FEED = 10;

/**
 * Calls `onLines` for each piece in turn. Lines are read in place. Only a line that spans several chunks is copied, and at most `longest`
 * bytes of it.
 */
export function createLineSplitter({ onLines, longest, tooLong }: LineSplitterOptions): LineSplitter {
  const pieceSize = Math.min(PIECE, longest);
  let carry = new Uint8Array(0);
  let carried = 0;

  function keep(bytes: Uint8Array): void {
    if (carried + bytes.length > longest) throw tooLong(carried > 0 ? carry.subarray(0, carried) : bytes);
    if (carried + bytes.length > carry.length) {
      const larger = new Uint8Array(Math.max(1024, 2 * (carried + bytes.length)));
      larger.set(carry.subarray(0, carried));
      carry = larger;
    }
    carry.set(bytes, carried);
    carried += bytes.length;
  }

  function flush(): void {
    const length = carried;
    carried = 0;
    if (length > 0) onLines(carry, 0, length);
  }

  return {
    push(chunk) {
      let start = 0;
      if (carried > 0) {
        start = chunk.indexOf(LINE_FEED) + 1;
        if (start === 0) return keep(chunk);
        keep(chunk.subarray(0, start));
        flush();
      }
      while (start < chunk.length) {
        const end = endOfPiece(chunk, start, pieceSize);
        if (end === 0) break;
        if (end - start > longest) throw tooLong(chunk.subarray(start, end));
        onLines(chunk, start, end);
        start = end;
      }
      keep(chunk.subarray(start));
    },
    finish() {
      if (carried > 0) keep(Uint8Array.of(LINE_FEED));
      flush();
    },
  };
}

/** The end of the piece that starts at `start`, just past its last line feed; 0 if its first line does not end in this chunk. */
function endOfPiece(chunk: Uint8Array, start: number, pieceSize: number): number {
  const last = Math.min(start + pieceSize, chunk.length) - 1;
  const end = chunk.lastIndexOf(LINE_FEED, last) + 1;
  return end > start ? end : chunk.indexOf(LINE_FEED, last) + 1;
}

/** A line parser that receives bytes. */
export interface ByteFeed<T> {
  /** Receives the next chunk, which may be overwritten as soon as this returns. */
  push(chunk: Uint8Array): void;
  /** Returns the result after the last chunk. */
  finish(): T;
}

// Byte order marks inside the file are kept: removing them could make two different names equal.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Feeds the bytes of UTF-8 text to a line parser. Invalid UTF-8 causes an error that names the line: decoders would replace it by
 * `U+FFFD`, which could make different names equal.
 */
export function feedBytes<T>(parser: LineParser<T>, file: string, options: MemoryOptions): ByteFeed<T> {
  const longest = longestLine(resolveMaxBytes(options));
  let lines = 0;
  let isLast = false;
  const splitter = createLineSplitter({
    onLines(bytes, start, end) {
      // Removes the line feed added at the end of the file, so that a lone byte order mark does not count as a line.
      const text = decoded(bytes.subarray(start, isLast ? end - 1 : end), file, lines + 1);
      lines += feedLines(lines === 0 ? withoutMark(text) : text, parser, lines + 1);
    },
    longest,
    tooLong: () => lineTooLong(file, lines + 1, longest),
  });
  return {
    push: splitter.push,
    finish() {
      isLast = true;
      splitter.finish();
      return parser.finish();
    },
  };
}

/** Decodes lines; `first` is the number of the first line, for error messages. */
function decoded(bytes: Uint8Array, file: string, first: number): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw notUtf8(bytes, file, first);
  }
}

/** The error for the first line that is not valid UTF-8. */
function notUtf8(bytes: Uint8Array, file: string, first: number): DatasetError {
  let start = 0;
  for (let line = first; ; line++) {
    const end = bytes.indexOf(LINE_FEED, start);
    const one = bytes.subarray(start, end < 0 ? undefined : end);
    try {
      decoder.decode(one);
    } catch {
      return new DatasetError(`expected text in UTF-8, found ${quoted(bytesShown(one))}`, { file, line });
    }
    start = end + 1;
  }
}

/** The bytes around the first non-ASCII byte, as text in which non-ASCII bytes are hexadecimal. */
function bytesShown(bytes: Uint8Array): string {
  const odd = Math.max(
    0,
    bytes.findIndex((byte) => byte > 127),
  );
  return Array.from(bytes.subarray(Math.max(0, odd - 16), odd + 16), (byte) =>
    byte > 127 ? `<${byte.toString(16)}>` : String.fromCharCode(byte),
  ).join("");
}
