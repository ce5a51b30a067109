import { POWERS_OF_TEN, parseDecimalBytes } from "@tierwise/data/reading";
import type { RowBuffers } from "./row-collector.ts";
import { checkRepeats, type LineFormat, rowFault, valueFault } from "./row-fault.ts";

// Character codes minus 48, as used by the scanner: digits become 0 to 9, and all other characters exceed 9 as unsigned numbers.
const COLON = 10;
const COMMA = -4;
const CR = -35;
const DOT = -2;
const LF = -38;
const MINUS = -3;
const SPACE = -16;
const TAB = -39;

/**
 * Reads rows from the text between `start` and `end`, which ends with a line feed, until the text ends, `maxRows` rows are read or
 * the buffers are full. Returns the position where scanning stopped. `line` is the number of the first line.
 *
 * The scan is one loop over bytes. The line feed at the end is a sentinel, so no step checks for the end of the text. For unusual numbers,
 * the loop calls a slower function; for invalid input, it calls a function that throws.
 */
export function scanRows(
  bytes: Uint8Array,
  start: number,
  end: number,
  format: LineFormat,
  out: RowBuffers,
  maxRows: number,
  line: number,
): number {
  const { hasLabels, numLabels, numColumns } = format;
  const { labels, indices, values, labelEnds, entryEnds } = out;
  const mostRows = Math.min(maxRows, labelEnds.length);
  let i = start;
  let rows = 0;
  let labelCount = 0;
  let entryCount = 0;
  while (i < end && rows < mostRows) {
    const lineStart = i;
    let c = bytes[i] - 48;

    let ordered = true;
    let previous = -1;
    if (hasLabels && c >>> 0 < 10) {
      const firstLabel = labelCount;
      for (;;) {
        const from = i;
        let label = c;
        for (c = bytes[++i] - 48; c >>> 0 < 10; c = bytes[++i] - 48) label = (label * 10 + c) | 0;
        if (c === COLON && labelCount === firstLabel) {
          // The row has no labels and does not start with a space, so this number is its first feature.
          i = lineStart;
          c = bytes[i] - 48;
          break;
        }
        if (label >= numLabels || i - from > 9) throw rowFault(bytes, from, format, line + rows);
        if (label <= previous) ordered = false;
        previous = label;
        labels[labelCount++] = label;
        if (c !== COMMA) break;
        c = bytes[++i] - 48;
        if (c >>> 0 >= 10) throw rowFault(bytes, i, format, line + rows);
      }
      if (!ordered) checkRepeats(labels, firstLabel, labelCount, "label", format.file, line + rows);
    }

    ordered = true;
    previous = -1;
    const firstEntry = entryCount;
    for (;;) {
      while (c === SPACE || c === TAB) c = bytes[++i] - 48;
      if (c >>> 0 >= 10) break;
      const from = i;
      let index = c;
      for (c = bytes[++i] - 48; c >>> 0 < 10; c = bytes[++i] - 48) index = (index * 10 + c) | 0;
      if (c !== COLON || index >= numColumns || i - from > 9) throw rowFault(bytes, from, format, line + rows);
      if (index <= previous) ordered = false;
      previous = index;

      c = bytes[++i] - 48;
      const negative = c === MINUS;
      if (negative) c = bytes[++i] - 48;
      const digits = i;
      let mantissa = 0;
      for (; c >>> 0 < 10; c = bytes[++i] - 48) mantissa = (mantissa * 10 + c) | 0;
      let decimals = 0;
      if (c === DOT && i > digits) {
        const dot = i;
        for (c = bytes[++i] - 48; c >>> 0 < 10; c = bytes[++i] - 48) mantissa = (mantissa * 10 + c) | 0;
        decimals = i - dot;
      }
      let value = negative ? -mantissa : mantissa;
      if (decimals > 1) value /= POWERS_OF_TEN[decimals - 1];
      const plain = i > digits && i - digits < (decimals > 0 ? 11 : 10);
      if (!plain || (c !== SPACE && c !== LF && c !== CR && c !== TAB)) {
        while (c !== SPACE && c !== LF && c !== CR && c !== TAB) c = bytes[++i] - 48;
        value = Math.fround(parseDecimalBytes(bytes, negative ? digits - 1 : digits, i));
        if (!Number.isFinite(value)) throw valueFault(bytes, from, format, line + rows);
      }
      indices[entryCount] = index;
      values[entryCount++] = value;
    }
    if (!ordered) checkRepeats(indices, firstEntry, entryCount, format.columnName, format.file, line + rows);

    if (c === CR) c = bytes[++i] - 48;
    if (c !== LF) throw rowFault(bytes, i, format, line + rows);
    i++;
    labelEnds[rows] = labelCount;
    entryEnds[rows] = entryCount;
    rows++;
  }
  out.numRows = rows;
  return i;
}
