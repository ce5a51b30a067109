import { DatasetError, quoted } from "./dataset-error.ts";
import { feedLines, type LineParser, withoutMark } from "./line-parser.ts";
import { lineTooLong, longestLine, type MemoryOptions, maxBytesOf } from "./memory-limit.ts";
import { createWholeLines } from "./whole-lines.ts";

/** A line parser that is fed bytes. */
export interface ByteFeed<T> {
  /** Takes the next chunk, which may be overwritten as soon as this returns. */
  push(chunk: Uint8Array): void;
  /** The result, once every chunk is in. */
  finish(): T;
}

// A mark is left where it stands: taken away in the middle of a file, it would make two names one.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LINE_FEED = 10;

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
