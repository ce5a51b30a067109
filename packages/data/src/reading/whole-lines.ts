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
