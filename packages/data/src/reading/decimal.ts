/** The powers of ten that a double represents exactly. */
export const POWERS_OF_TEN: Float64Array = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));

/** The maximum number of characters in a number. No real file contains longer numbers. */
const LONGEST = 1000;

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** Parses a decimal number. Returns NaN for anything else, including hexadecimal numbers, `Infinity` and empty text. */
export function parseDecimal(text: string): number {
  return DECIMAL.test(text) ? Number(text) : Number.NaN;
}

/**
 * Parses the bytes from `start` to `end` as a decimal number, correctly rounded. Returns NaN if they are not a number.
 *
 * Up to 15 digits form an integer below 2⁵³. Dividing it by an exact power of ten is the only operation that rounds (Clinger 1990, "How to
 * read floating point numbers accurately"). `Number` parses longer numbers.
 */
export function parseDecimalBytes(bytes: Uint8Array, start: number, end: number): number {
  if (end - start <= 16) {
    let mantissa = 0;
    let dot = end;
    let i = start;
    for (; i < end; i++) {
      const digit = bytes[i] - 48;
      if (digit >>> 0 < 10) mantissa = mantissa * 10 + digit;
      else if (digit === -2 && dot === end && i > start) dot = i;
      else break;
    }
    if (i === end && end - start - (dot < end ? 1 : 0) <= 15 && end > start) {
      return dot < end ? mantissa / POWERS_OF_TEN[end - dot - 1] : mantissa;
    }
  }
  if (end - start > LONGEST) return Number.NaN;
  return parseDecimal(String.fromCharCode(...bytes.subarray(start, end)));
}
