import { lineTooLong, longestLine } from "../reading/memory-limit.ts";

/** Receives the bytes of a file in chunks. */
export interface RecordFeed {
  /** Receives the next chunk, which may be overwritten as soon as this returns. */
  push(chunk: Uint8Array): void;
  /** Handles the last record if it has no line ending. */
  finish(): void;
}

/** Parses the complete records in `bytes[from] … bytes[end − 1]`. */
export interface RecordScanner {
  /**
   * Passes on every complete record. Returns the position where the first incomplete record starts, or `end` if all are complete. If
   * `isLast` is set, the last record ends at `end`.
   */
  scan(bytes: Uint8Array, from: number, end: number, isLast: boolean): number;
  /** The line of the next record to pass on. */
  line(): number;
}

/**
 * Feeds chunks to a record scanner. A record that continues in the next chunk is copied and scanned again once the number of buffered
 * bytes has doubled, so that the cost stays linear even for long records.
 */
export function createRecordFeed(scanner: RecordScanner, file: string, maxBytes: number): RecordFeed {
  const longest = longestLine(maxBytes);
  let carry = new Uint8Array(0);
  let carried = 0;
  let needed = 0;

  function keep(bytes: Uint8Array): void {
    if (carried + bytes.length > carry.length) {
      const larger = new Uint8Array(Math.max(1024, 2 * (carried + bytes.length)));
      larger.set(carry.subarray(0, carried));
      carry = larger;
    }
    carry.set(bytes, carried);
    carried += bytes.length;
  }

  function rest(bytes: Uint8Array, from: number, end: number): void {
    const left = bytes.slice(from, end);
    carried = 0;
    keep(left);
    needed = from === 0 ? 2 * left.length : 0;
    if (carried > longest) throw lineTooLong(file, scanner.line(), longest);
  }

  return {
    push(chunk) {
      if (carried === 0) {
        const from = scanner.scan(chunk, 0, chunk.length, false);
        if (from < chunk.length) rest(chunk, from, chunk.length);
        return;
      }
      keep(chunk);
      if (carried < needed) return;
      const end = carried;
      const from = scanner.scan(carry, 0, end, false);
      rest(carry, from, end);
    },
    finish() {
      const end = carried;
      carried = 0;
      if (end > 0) scanner.scan(carry, 0, end, true);
    },
  };
}
