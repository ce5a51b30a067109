/** Cuts text that arrives in chunks into pieces of whole lines. */
export interface WholeLines {
  /** Takes the next chunk, which may be overwritten as soon as this returns. */
  push(chunk: Uint8Array): void;
  /** Hands over the last line where it does not end with a line feed. */
  finish(): void;
}

/** A piece holds at most this many bytes, unless a single line is longer. */
const PIECE = 1 << 18;
const LINE_FEED = 10;

/**
 * Calls `onLines(bytes, start, end)` for one piece after the other; each ends with a line feed. Lines are read where they
 * stand in the chunk; only a line that two chunks share is copied together.
 */
export function createWholeLines(onLines: (bytes: Uint8Array, start: number, end: number) => void): WholeLines {
  let carry = new Uint8Array(0);
  let carried = 0;

  function keep(bytes: Uint8Array): void {
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
        const end = endOfPiece(chunk, start);
        if (end === 0) break;
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
function endOfPiece(chunk: Uint8Array, start: number): number {
  const last = Math.min(start + PIECE, chunk.length) - 1;
  const end = chunk.lastIndexOf(LINE_FEED, last) + 1;
  return end > start ? end : chunk.indexOf(LINE_FEED, last) + 1;
}
