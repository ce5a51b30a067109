import type { TextBuffer } from "./text-buffer.ts";

const MILLION = 1_000_000;
const DOT = 46;
const MINUS = 45;

/** Writes a single-precision value with the fewest digits that read back as the same value: at most 6 decimals or 9 digits. */
export function writeShortest(text: TextBuffer, value: number): void {
  const millionths = Math.round(value * MILLION);
  if (millionths >= 0 && millionths < 2 ** 31 && Math.fround(millionths / MILLION) === value && !Object.is(value, -0)) {
    writeMillionths(text, millionths);
  } else {
    text.text(shortestText(value));
  }
}

/** Writes a value with exactly `decimals` decimals, rounded: `1.000000`. */
export function writeFixed(text: TextBuffer, value: number, decimals: number): void {
  const scaled = Math.round(Math.abs(value) * 10 ** decimals);
  if (scaled >= 2 ** 31 || decimals > 9) {
    text.text(value.toFixed(decimals));
    return;
  }
  const unit = 10 ** decimals;
  if (value < 0) text.code(MINUS);
  text.integer(Math.floor(scaled / unit));
  if (decimals === 0) return;
  text.code(DOT);
  text.integer(scaled % unit, decimals);
}

function writeMillionths(text: TextBuffer, millionths: number): void {
  text.integer(Math.floor(millionths / MILLION));
  let fraction = millionths % MILLION;
  if (fraction === 0) return;
  let width = 6;
  for (; fraction % 10 === 0; fraction /= 10) width--;
  text.code(DOT);
  text.integer(fraction, width);
}

function shortestText(value: number): string {
  if (Object.is(value, -0)) return "-0";
  for (let precision = 6; precision < 9; precision++) {
    const rounded = Number(value.toPrecision(precision));
    if (Math.fround(rounded) === value) return String(rounded);
  }
  return String(Number(value.toPrecision(9)));
}
