import { DatasetError, quoted } from "./dataset-error.ts";
import { lineTooLong, longestLine, type MemoryOptions, maxBytesOf } from "./memory-limit.ts";

/** A parser that is given a file line by line, without line ends. */
export interface LineParser<T> {
  /** Takes the next line; `number` counts from 1. */
  line(text: string, number: number): void;
  /** The result, once every line is in. */
  finish(): T;
}

/** Gives a parser the lines of a text, the first of which has the number `first`. A line end is LF or CRLF. Returns how many. */
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

/** Runs a parser over a text in memory. */
export function parseText<T>(text: string, parser: LineParser<T>): T {
  feedLines(withoutMark(text), parser, 1);
  return parser.finish();
}

/** A text without the byte order mark that it may start with. */
function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** Cuts text that arrives in chunks into pieces of whole lines. */
export interface WholeLines {
  /** Takes the next chunk, which may be overwritten as soon as this returns. */
  push(chunk: Uint8Array): void;
  /** Hands over the last line where it does not end with a line feed. */
  finish(): void;
}

/** What to do with pieces, and how long a line may be. */
export interface WholeLinesOptions {
  /** Takes the bytes from `start` to `end`: one or more lines, the last of which ends with a line feed. */
  readonly onLines: (bytes: Uint8Array, start: number, end: number) => void;
  /** Bytes of the longest line, its end included. */
  readonly longest: number;
  /** The error for a longer one, the first that was not handed over. */
  readonly tooLong: (bytes: Uint8Array) => Error;
}

/** A piece holds at most this many bytes, unless a single line is longer. */
const PIECE = 1 << 18;
const LINE_FEED = 10;

/**
 * Calls `onLines` for one piece after the other. Lines are read where they stand in the chunk; only a line that two chunks
 * share is copied together, and never more of it than the longest line may have.
 */
export function createWholeLines({ onLines, longest, tooLong }: WholeLinesOptions): WholeLines {
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

/** Behind the last line feed of a piece that starts at `start`; 0 where its first line does not end in this chunk. */
function endOfPiece(chunk: Uint8Array, start: number, pieceSize: number): number {
  const last = Math.min(start + pieceSize, chunk.length) - 1;
  const end = chunk.lastIndexOf(LINE_FEED, last) + 1;
  return end > start ? end : chunk.indexOf(LINE_FEED, last) + 1;
}

/** A line parser that is fed bytes. */
export interface ByteFeed<T> {
  /** Takes the next chunk, which may be overwritten as soon as this returns. */
  push(chunk: Uint8Array): void;
  /** The result, once every chunk is in. */
  finish(): T;
}

// A mark is left where it stands: taken away in the middle of a file, it would make two names one.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Feeds a line parser with the bytes of a text in UTF-8. Bytes that are no UTF-8 are an error with their line: read as `U+FFFD`,
 * as decoders do by default, different names would become the same.
 */
export function feedBytes<T>(parser: LineParser<T>, file: string, options: MemoryOptions): ByteFeed<T> {
  const longest = longestLine(maxBytesOf(options));
  let lines = 0;
  let isLast = false;
  const whole = createWholeLines({
    onLines(bytes, start, end) {
      // The line feed that is added at the end of the file would make a line of a mark that stands alone.
      const text = decoded(bytes.subarray(start, isLast ? end - 1 : end), file, lines + 1);
      lines += feedLines(lines === 0 ? withoutMark(text) : text, parser, lines + 1);
    },
    longest,
    tooLong: () => lineTooLong(file, lines + 1, longest),
  });
  return {
    push: whole.push,
    finish() {
      isLast = true;
      whole.finish();
      return parser.finish();
    },
  };
}

/** The text in bytes whose first line is number `first`. */
function decoded(bytes: Uint8Array, file: string, first: number): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw notUtf8(bytes, file, first);
  }
}

/** The error for bytes some line of which is no UTF-8. */
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

/** Bytes up to a few behind the first that is not ASCII, as text in which each such byte is a character. */
function bytesShown(bytes: Uint8Array): string {
  const odd = Math.max(
    0,
    bytes.findIndex((byte) => byte > 127),
  );
  return Array.from(bytes.subarray(Math.max(0, odd - 16), odd + 16), (byte) =>
    byte > 127 ? `<${byte.toString(16)}>` : String.fromCharCode(byte),
  ).join("");
}
