const CAPACITY = 1 << 17;

/** A buffer in which ASCII text is built as bytes. */
export interface TextBuffer {
  readonly length: number;
  /** Adds one character, given by its code. */
  code(code: number): void;
  /** Adds an integer from 0 to 2³¹ − 1, with leading zeros up to `width` digits. */
  integer(value: number, width?: number): void;
  text(text: string): void;
  /** Returns a copy of everything added since the last call. */
  take(): Uint8Array;
}

export function createTextBuffer(): TextBuffer {
  let bytes = new Uint8Array(CAPACITY);
  let length = 0;
  const digits = new Uint8Array(10);

  function reserve(count: number): void {
    if (length + count <= bytes.length) return;
    const larger = new Uint8Array(2 * bytes.length + count);
    larger.set(bytes);
    bytes = larger;
  }

  return {
    get length() {
      return length;
    },
    code(code) {
      reserve(1);
      bytes[length++] = code;
    },
    integer(value, width = 1) {
      reserve(10);
      let rest = value | 0;
      let count = 0;
      while (rest > 0 || count < width) {
        const tenth = (rest / 10) | 0;
        digits[count++] = 48 + rest - 10 * tenth;
        rest = tenth;
      }
      while (count > 0) bytes[length++] = digits[--count];
    },
    text(text) {
      reserve(text.length);
      for (let i = 0; i < text.length; i++) bytes[length++] = text.charCodeAt(i);
    },
    take() {
      const taken = bytes.slice(0, length);
      length = 0;
      return taken;
    },
  };
}
