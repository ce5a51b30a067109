import { DatasetError, quoted } from "@tierwise/data/reading";
import type { ColumnName } from "./line-format.ts";

/** What a file holds: labels and features in one, or one matrix of a pair. */
export type FileKind = "labels and features" | ColumnName;

/** The counts in the first line of a file: `rows features labels`, or `rows columns` of one matrix of a pair. */
export interface XmlHeader {
  readonly numRows: number;
  readonly numColumns: number;
  /** 0 where the file is one matrix. */
  readonly numLabels: number;
}

/** A header is three numbers; a first line longer than this belongs to some other kind of file. */
export const LONGEST_HEADER = 1000;

/** Nine digits: every count and index is exact in 32-bit integer arithmetic. */
export const LARGEST_COUNT = 999_999_999;
const BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

const COUNTS: Record<FileKind, readonly string[]> = {
  "labels and features": ["rows", "features", "labels"],
  feature: ["rows", "features"],
  label: ["rows", "labels"],
};

/** The least that data of these sizes take: an offset per row in two matrices, a count and a weight per column. */
export function headerBytes({ numRows, numColumns, numLabels }: XmlHeader): number {
  return 8 * (numRows + numColumns + numLabels);
}

/** Reads the header line of a file, or says what stands there instead. */
export function parseHeader(line: Uint8Array, kind: FileKind, file: string): XmlHeader {
  const names = COUNTS[kind];
  const fail = (found: string): DatasetError =>
    new DatasetError(`expected a header of ${names.length} counts, "${names.join(" ")}", found ${found}`, {
      file,
      line: 1,
    });
  const text = String.fromCharCode(...line.subarray(0, LONGEST_HEADER));
  const counts = text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
  const words = counts.replaceAll(/^[ \t]+|[ \t]*\r?$/g, "").split(/[ \t]+/);
  if (words[0] === "") throw fail("nothing");
  if (line.length > LONGEST_HEADER || !words.every((word) => /^\d+$/.test(word))) throw fail(quoted(text));
  if (words.length === 2 && names.length === 3) throw fail("2; one matrix of a pair is read with { features, labels }");
  if (words.length !== names.length) throw fail(String(words.length));
  const [numRows, numColumns, numLabels = 0] = words.map(Number);
  if (Math.max(numRows, numColumns, numLabels) > LARGEST_COUNT) throw fail(`a count of more than ${LARGEST_COUNT}`);
  return { numRows, numColumns, numLabels };
}
