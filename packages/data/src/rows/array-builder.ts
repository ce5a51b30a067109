/** The arrays that can be built. */
export type TypedArray = Int32Array | Float32Array | Float64Array;

/** An array that grows at its end and is taken as one typed array when it is complete. */
export interface ArrayBuilder<A extends TypedArray> {
  /** Entries so far. */
  readonly length: number;
  /** Adds one entry. */
  push(value: number): void;
  /** Adds a copy of these entries. */
  append(entries: TypedArray): void;
  /** All entries in an array of exactly their number. The builder is empty afterwards. */
  finish(): A;
}

const PUSHED_AT_ONCE = 1 << 14;

/**
 * An empty builder. Entries stand in pieces that are joined once at the end: never more than twice the memory of the
 * result, where doubling an array would take up to three times as much.
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
