/** Powers of ten that a double holds exactly. */
export const POWERS_OF_TEN: Float64Array = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));

/** A longer word is no number that anyone wrote. */
const LONGEST = 1000;

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** The number that a text spells in decimal; NaN where it spells none: no hexadecimals, no names, nothing empty. */
export function decimalOf(text: string): number {
  return DECIMAL.test(text) ? Number(text) : Number.NaN;
}

/**
 * The number that the bytes from `start` to `end` spell in decimal, correctly rounded; NaN where they spell none.
 *
 * Up to 15 digits are one integer below 2⁵³ divided by a power of ten that is exact as well, so that a single division
 * rounds once (Clinger 1990, "How to read floating point numbers accurately"). The rest is left to `Number`.
 */
export function parseDecimal(bytes: Uint8Array, start: number, end: number): number {
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
  return decimalOf(String.fromCharCode(...bytes.subarray(start, end)));
}
