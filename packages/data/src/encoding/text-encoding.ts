import { DatasetError } from "../reading/dataset-error.ts";
import { lineTooLong, longestLine, type MemoryOptions, resolveMaxBytes } from "../reading/memory-limit.ts";
import type { RecordFeed } from "../records/record-feed.ts";

/** The encodings that the readers convert to UTF-8. */
export const textEncodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;

/** The name of a text encoding; `windows-1252` contains Latin-1. */
export type TextEncoding = (typeof textEncodings)[number];

const aliases: Readonly<Record<string, TextEncoding>> = {
  utf8: "utf-8",
  utf16: "utf-16le",
  "utf-16": "utf-16le",
  utf16le: "utf-16le",
  utf16be: "utf-16be",
  latin1: "windows-1252",
  "latin-1": "windows-1252",
  "iso-8859-1": "windows-1252",
  cp1252: "windows-1252",
  ansi: "windows-1252",
};

/** The encoding with this name; undefined if the name is unknown. */
export function textEncodingOf(name: string): TextEncoding | undefined {
  const lower = name.toLowerCase();
  return textEncodings.find((encoding) => encoding === lower) ?? aliases[lower];
}

/**
 * Detects the encoding of text from its first bytes: by a byte order mark, by the zero bytes of ASCII characters in UTF-16, or by valid
 * UTF-8. Anything else is windows-1252, in which every byte is a character.
 *
 * @throws DatasetError if the bytes are not text.
 */
export function detectEncoding(head: Uint8Array, file: string): TextEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  if (isWorkbook(head)) {
    throw new DatasetError("is not a text file but a spreadsheet or ZIP archive; save the sheet as CSV first", {
      file,
    });
  }
  const zeros = [0, 0];
  let controls = 0;
  for (let i = 0; i < head.length; i++) {
    const byte = head[i];
    if (byte === 0) zeros[i & 1]++;
    else if (byte < 32 && (byte < 9 || byte > 13) && byte !== 27) controls++;
  }
  if (zeros[1] > head.length / 5 && zeros[0] === 0) return "utf-16le";
  if (zeros[0] > head.length / 5 && zeros[1] === 0) return "utf-16be";
  if (zeros[0] + zeros[1] > 0 && controls > 0) {
    throw new DatasetError("is not a text file: it contains bytes that do not occur in text", { file });
  }
  return isUtf8(head) || hasSequences(head) ? "utf-8" : "windows-1252";
}

/** Whether a file starts like a workbook: `.xlsx`, `.ods` and `.numbers` are ZIP archives, and `.xls` is an OLE compound file. */
function isWorkbook(head: Uint8Array): boolean {
  const starts = [Uint8Array.of(0x50, 0x4b, 3, 4), Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0)];
  return starts.some((start) => start.every((byte, i) => head[i] === byte));
}

/**
 * Whether the text contains bytes that look like a multi-byte character in UTF-8. Such bytes hardly ever occur in windows-1252, so text
 * that contains them but is not valid UTF-8 is damaged UTF-8.
 */
function hasSequences(bytes: Uint8Array): boolean {
  const isContinued = (i: number): boolean => bytes[i] >= 0x80 && bytes[i] < 0xc0;
  return bytes.some(
    (byte, i) => byte >= 0xc2 && byte < 0xf5 && isContinued(i + 1) && (byte < 0xe0 || isContinued(i + 2)),
  );
}

/** Whether bytes are valid UTF-8, apart from a last character that may be incomplete. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Converts chunks of text to UTF-8 with LF or CRLF line endings. */
export interface Transcoder {
  /** Converts the next chunk. */
  convert(chunk: Uint8Array): Uint8Array;
  /** Returns the remaining bytes at the end of the text. */
  finish(): Uint8Array;
}

/**
 * Creates a converter to UTF-8 without a byte order mark. UTF-8 passes through unchanged and is checked when it is decoded. If `hasReturns`
 * is set, lines end in a single carriage return, as on old Macintosh computers. Each carriage return is then converted to a line feed.
 */
export function createTranscoder(encoding: TextEncoding, { hasReturns = false } = {}): Transcoder {
  const convert = encoding === "utf-8" ? withoutMark() : recoded(encoding);
  if (!hasReturns) return convert;
  const withFeeds = (chunk: Uint8Array): Uint8Array => chunk.map((byte) => (byte === 13 ? 10 : byte));
  return { convert: (chunk) => withFeeds(convert.convert(chunk)), finish: () => withFeeds(convert.finish()) };
}

function recoded(encoding: TextEncoding): Transcoder {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  return {
    convert: (chunk) => encoder.encode(decoder.decode(chunk, { stream: true })),
    finish: () => encoder.encode(decoder.decode()),
  };
}

/** Removes a byte order mark, which may be split between chunks. */
function withoutMark(): Transcoder {
  let start: Uint8Array | undefined = new Uint8Array(0);
  const stripped = (bytes: Uint8Array): Uint8Array =>
    bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
  return {
    convert(chunk) {
      if (start === undefined) return chunk;
      const bytes = new Uint8Array(start.length + chunk.length);
      bytes.set(start);
      bytes.set(chunk, start.length);
      start = bytes.length < 3 ? bytes : undefined;
      return start === undefined ? stripped(bytes) : new Uint8Array(0);
    },
    finish() {
      return stripped(start ?? new Uint8Array(0));
    },
  };
}

/** The number of bytes used for detection. */
const HEAD = 1 << 18;

/** Collects the first bytes, detects the format, and then feeds the parser. */
export function createHeadFeed(
  file: string,
  options: MemoryOptions & { readonly encoding?: TextEncoding },
  open: (head: Uint8Array, isWhole: boolean, encoding: TextEncoding) => RecordFeed,
): RecordFeed {
  const chunks: Uint8Array[] = [];
  const longest = longestLine(resolveMaxBytes(options));
  let size = 0;
  /** Whether the bytes so far contain a complete line or are JSON, which may be a single line. */
  let hasLines = false;
  let transcoder: Transcoder | undefined;
  let feed: RecordFeed | undefined;

  function start(isWhole: boolean): RecordFeed {
    const raw = new Uint8Array(size);
    let at = 0;
    for (const chunk of chunks) {
      raw.set(chunk, at);
      at += chunk.length;
    }
    const encoding = options.encoding ?? detectEncoding(raw, file);
    const hasReturns = !raw.includes(10) && raw.includes(13);
    transcoder = createTranscoder(encoding, { hasReturns });
    const head = isWhole ? joined(transcoder.convert(raw), transcoder.finish()) : transcoder.convert(raw);
    feed = open(head, isWhole, encoding);
    feed.push(head);
    return feed;
  }

  return {
    push(chunk) {
      if (feed !== undefined && transcoder !== undefined) return feed.push(transcoder.convert(chunk));
      chunks.push(chunk.slice());
      size += chunk.length;
      hasLines ||= chunk.includes(10) || chunk.includes(13) || isJson(chunks[0]);
      if (size >= HEAD && hasLines) start(false);
      else if (!hasLines && size > longest) throw lineTooLong(file, 1, longest);
    },
    finish() {
      if (feed === undefined) return start(true).finish();
      const last = transcoder?.finish();
      if (last !== undefined && last.length > 0) feed.push(last);
      feed.finish();
    },
  };
}

function isJson(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => byte > 32);
  return first === 0x5b || first === 0x7b;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
