import { DatasetError } from "../reading/dataset-error.ts";
import { type Cells, createCells, growCells, type OnRecord } from "./cells.ts";
import type { RecordScanner } from "./record-feed.ts";

/** The field delimiter; `" "` is any whitespace. */
export type Delimiter = "," | "\t" | ";" | "|" | "::" | " ";

const [TAB, LINE_FEED, RETURN, SPACE, QUOTE, HASH] = [9, 10, 13, 32, 34, 35];

export interface DelimitedOptions {
  readonly delimiter: Delimiter;
  readonly file: string;
  /** Receives every record except empty lines and comments. */
  readonly onRecord: OnRecord;
  /** The number of lines at the start of the file to skip. */
  readonly skipLines?: number;
  /** Receives the line number of each comment. */
  readonly onComment?: (line: number) => void;
}

/**
 * Scans delimited text, byte by byte and without allocating (RFC 4180): a field in double quotes may contain delimiters, line breaks
 * and doubled quotes; lines end in LF or CRLF. Empty lines are skipped. A line that starts with `#` is a comment unless it has the same
 * number of fields as the first record.
 */
export function createDelimitedScanner(options: DelimitedOptions): RecordScanner & { setWidth(width: number): void } {
  const { delimiter, file, onRecord, onComment = () => {} } = options;
  const first = delimiter === " " ? SPACE : delimiter.charCodeAt(0);
  const second = delimiter === "::" ? first : -1;
  const isSpaced = delimiter === " ";
  const cells: Cells = createCells();
  let skip = options.skipLines ?? 0;
  let width = 0;
  let line = 1;
  let hasEscapes = false;
  const isPlain = second < 0 && !isSpaced;
  const most = Math.max(first, QUOTE);

  /** Whether a delimiter starts at position i, where the byte is `byte`. */
  function delimits(bytes: Uint8Array, i: number, byte: number): boolean {
    if (isSpaced) return byte === SPACE || byte === TAB;
    return byte === first && (second < 0 || bytes[i + 1] === second);
  }

  /** Adds the field between two positions, without surrounding whitespace. */
  function add(bytes: Uint8Array, start: number, end: number, escaped: number): void {
    while (start < end && (bytes[start] === SPACE || bytes[start] === TAB)) start++;
    while (end > start && (bytes[end - 1] === SPACE || bytes[end - 1] === TAB || bytes[end - 1] === RETURN)) end--;
    const k = cells.count;
    if (k === cells.starts.length) growCells(cells);
    cells.starts[k] = start;
    cells.ends[k] = end;
    if (escaped === 1) {
      cells.escaped[k] = 1;
      hasEscapes = true;
    }
    cells.count = k + 1;
  }

  /**
   * Scans one record of plain fields: no quotes, no whitespace around fields, a delimiter of one byte. Returns the position where the next
   * record starts, or `from` if the record has other fields or is incomplete. Most bytes are above `most` and take only one comparison.
   */
  function plainRecord(bytes: Uint8Array, from: number, end: number): number {
    const { starts, ends } = cells;
    const room = starts.length;
    let k = 0;
    let start = from;
    let i = from;
    for (;;) {
      let byte = 0;
      for (; i < end; i++) {
        byte = bytes[i];
        if (byte <= most) break;
      }
      if (i >= end || byte === QUOTE) return from;
      if (byte !== first && byte !== LINE_FEED) {
        if (i === start && byte <= SPACE) return from;
        i++;
        continue;
      }
      const stop = byte === LINE_FEED && i > start && bytes[i - 1] === RETURN ? i - 1 : i;
      if ((stop > start && bytes[stop - 1] <= SPACE) || k === room) return from;
      starts[k] = start;
      ends[k] = stop;
      k++;
      i++;
      start = i;
      if (byte === LINE_FEED) break;
    }
    cells.count = k;
    cells.isPlain = true;
    cells.line = line++;
    return i;
  }

  function afterBlanks(bytes: Uint8Array, from: number, end: number): number {
    let i = from;
    while (i < end && (bytes[i] === SPACE || (bytes[i] === TAB && first !== TAB))) i++;
    return i;
  }

  /** Scans one record. Returns the position where the next record starts, or −1 if this record is incomplete. */
  function record(bytes: Uint8Array, from: number, end: number, isLast: boolean): number {
    cells.count = 0;
    cells.isPlain = false;
    cells.line = line;
    let breaks = 1;
    let i = isSpaced ? afterBlanks(bytes, from, end) : from;
    for (;;) {
      const start = i;
      const quote = bytes[i] === SPACE ? afterBlanks(bytes, i, end) : i;
      if (quote < end && bytes[quote] === QUOTE) {
        let escaped = 0;
        for (i = quote + 1; ; i++) {
          if (i >= end) {
            if (!isLast) return -1;
            throw new DatasetError("a quote is not closed", { file, line });
          }
          if (bytes[i] === LINE_FEED) breaks++;
          else if (bytes[i] === QUOTE) {
            if (i + 1 >= end && !isLast) return -1;
            if (i + 1 >= end || bytes[i + 1] !== QUOTE) break;
            escaped = 1;
            i++;
          }
        }
        add(bytes, quote + 1, i, escaped);
        i = afterBlanks(bytes, i + 1, end);
        if (i < end && bytes[i] === RETURN) i++;
        if (i < end && bytes[i] !== LINE_FEED && !delimits(bytes, i, bytes[i]) && !(isSpaced && i > start)) {
          throw new DatasetError("a quote is not closed, or is followed by other text", { file, line });
        }
      } else {
        while (i < end && bytes[i] !== LINE_FEED && !delimits(bytes, i, bytes[i])) i++;
        add(bytes, start, i, 0);
      }
      if (isSpaced && i < end && bytes[i] !== LINE_FEED) {
        i = afterBlanks(bytes, i, end);
        if (i < end && bytes[i] === RETURN) i++;
        if (i >= end || bytes[i] !== LINE_FEED) continue;
      }
      if (i >= end && !isLast) return -1;
      if (i >= end || bytes[i] === LINE_FEED) {
        line += breaks;
        return Math.min(i + 1, end);
      }
      i += second < 0 ? 1 : 2;
    }
  }

  /** The number of fields in a line, if quotes are treated like any other character. */
  function fieldsOfLine(bytes: Uint8Array, from: number, end: number): number {
    let fields = 1;
    for (let i = from; i < end; i++) {
      if (!delimits(bytes, i, bytes[i])) continue;
      fields++;
      if (second >= 0) i++;
      if (isSpaced) i = afterBlanks(bytes, i, end) - 1;
    }
    return fields;
  }

  return {
    line: () => line,
    setWidth(fields) {
      width = fields;
    },
    scan(bytes, from, end, isLast) {
      let at = from;
      while (at < end) {
        if (skip > 0 || bytes[at] === HASH) {
          const feed = bytes.indexOf(LINE_FEED, at) + 1;
          const isEnded = feed > 0 && feed <= end;
          if (!isEnded && !isLast) return at;
          const next = isEnded ? feed : end;
          if (skip > 0 || width === 0 || fieldsOfLine(bytes, at, next) !== width) {
            if (skip > 0) skip--;
            if (bytes[at] === HASH) onComment(line);
            line++;
            at = next;
            continue;
          }
        }
        if (hasEscapes) {
          cells.escaped.fill(0);
          hasEscapes = false;
        }
        cells.bytes = bytes;
        let next = isPlain ? plainRecord(bytes, at, end) : at;
        if (next === at) next = record(bytes, at, end, isLast);
        if (next < 0) return at;
        at = next;
        if (cells.count > 1 || cells.ends[0] > cells.starts[0]) onRecord(cells);
      }
      return end;
    },
  };
}
