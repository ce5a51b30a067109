/** The array types that a builder supports. */
export type TypedArray = Int32Array | Float32Array | Float64Array;

/** Collects entries one by one and returns them as one typed array. */
export interface ArrayBuilder<A extends TypedArray> {
  /** The number of entries so far. */
  readonly length: number;
  /** Adds one entry. */
  push(value: number): void;
  /** Adds copies of these entries. */
  append(entries: TypedArray): void;
  /** Returns all entries as an array of exactly `length` entries, and empties the builder. */
  finish(): A;
}

const PUSHED_AT_ONCE = 1 << 14;

/**
 * Creates an empty builder. Entries are kept in pieces that are joined once at the end. This takes at most twice the memory of the
 * result; doubling an array would take up to three times as much.
 */
export function createArrayBuilder<A extends TypedArray>(type: new (length: number) => A): ArrayBuilder<A> {
  let pieces: A[] = [];
  let inPieces = 0;
  let open: A | undefined;
  let inOpen = 0;

  function closePiece(): void {
    if (open === undefined) return;
    pieces.push(open.subarray(0, inOpen) as A);
    inPieces += inOpen;
    open = undefined;
    inOpen = 0;
  }

  return {
    get length() {
      return inPieces + inOpen;
    },
    push(value) {
      open ??= new type(PUSHED_AT_ONCE);
      open[inOpen++] = value;
      if (inOpen === open.length) closePiece();
    },
    append(entries) {
      if (entries.length === 0) return;
      closePiece();
      const piece = new type(entries.length);
      piece.set(entries);
      pieces.push(piece);
      inPieces += entries.length;
    },
    finish() {
      closePiece();
      const result = new type(inPieces);
      let at = 0;
      for (const piece of pieces) {
        result.set(piece, at);
        at += piece.length;
      }
      pieces = [];
      inPieces = 0;
      return result;
    },
  };
}
