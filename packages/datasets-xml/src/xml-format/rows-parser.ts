import {
  checkMemory,
  createLineSplitter,
  DatasetError,
  lineTooLong,
  longestLine,
  quoted,
} from "@tierwise/data/reading";
import type { Csr, ValuedCsr } from "@tierwise/data/rows";
import { createRowBuffers, createRowCollector, reserve } from "./row-collector.ts";
import type { ColumnName, LineFormat } from "./row-fault.ts";
import { scanRows } from "./scan-rows.ts";

/** The content of a file: both labels and features, or only one of them, as in the files of a pair. */
export type FileKind = "labels and features" | ColumnName;

/** The counts in the first line of a file: `rows features labels`, or `rows columns` for one matrix of a pair. */
export interface XmlHeader {
  readonly numRows: number;
  readonly numColumns: number;
  /** 0 if the file contains only one matrix. */
  readonly numLabels: number;
}

/** A header has at most three numbers. If the first line is longer than this, the file is of a different kind. */
const LONGEST_HEADER = 1000;

/** The largest count has nine digits, so that every count and index is exact in 32-bit integer arithmetic. */
export const LARGEST_COUNT = 999_999_999;
const BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

const COUNTS: Record<FileKind, readonly string[]> = {
  "labels and features": ["rows", "features", "labels"],
  feature: ["rows", "features"],
  label: ["rows", "labels"],
};

/** The minimum memory for data of these sizes: an offset per row in two matrices, plus a count and a weight per column. */
export function headerBytes({ numRows, numColumns, numLabels }: XmlHeader): number {
  return 8 * (numRows + numColumns + numLabels);
}

/** Parses the header line of a file. If the line is not a header, throws an error that shows what was found. */
function parseHeader(line: Uint8Array, kind: FileKind, file: string): XmlHeader {
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
  if (words.length === 2 && names.length === 3) throw fail("2; to read a pair of matrices, pass { features, labels }");
  if (words.length !== names.length) throw fail(String(words.length));
  const [numRows, numColumns, numLabels = 0] = words.map(Number);
  if (Math.max(numRows, numColumns, numLabels) > LARGEST_COUNT) throw fail(`a count above ${LARGEST_COUNT}`);
  return { numRows, numColumns, numLabels };
}

/** The rows of one file: `entries` are the `column:value` pairs; `labels` is empty if the file contains only one matrix. */
export interface ParsedRows extends XmlHeader {
  readonly file: string;
  readonly entries: ValuedCsr;
  readonly labels: Csr;
}

/** A parser that receives the bytes of a file in chunks. */
export interface RowsParser {
  /** Receives the next chunk, which may be overwritten as soon as this returns. */
  push(chunk: Uint8Array): void;
  /** Returns the rows after the last chunk. */
  finish(): ParsedRows;
}

const LINE_FEED = 10;
const MOST_ENTRIES = 2 ** 31 - 1;

/**
 * Creates a parser for one file. Its memory grows with the rows received, not with the counts in the header: it stores pieces of the
 * result, which are joined once at the end, and buffers of a fixed size. Counts that need more than `maxBytes` are still rejected, because
 * code that uses the data allocates arrays of these sizes.
 */
export function createRowsParser(kind: FileKind, file: string, maxBytes: number): RowsParser {
  const collector = createRowCollector();
  const buffers = createRowBuffers();
  let header: XmlHeader | undefined;
  let bytesBeforeHeader = 0;

  const longest = longestLine(maxBytes);
  const lines = createLineSplitter({
    onLines(bytes, start, end) {
      let from = start;
      if (header === undefined) {
        from = bytes.indexOf(LINE_FEED, start) + 1;
        header = parseHeader(bytes.subarray(start, from - 1), kind, file);
        checkMemory(headerBytes(header), "the rows, features and labels in the header", { file, line: 1 }, maxBytes);
      }
      readRows(header, bytes, from, end);
    },
    longest,
    tooLong: (bytes) => {
      header ??= parseHeader(bytes, kind, file);
      return lineTooLong(file, collector.numRows + 2, longest);
    },
  });

  function readRows(
    { numRows, numColumns, numLabels }: XmlHeader,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): void {
    const hasLabels = kind === "labels and features";
    const columnName = kind === "label" ? "label" : "feature";
    const format: LineFormat = { file, hasLabels, columnName, numColumns, numLabels };
    reserve(buffers, end - start);
    let stop = start;
    while (stop < end && collector.numRows < numRows) {
      const line = collector.numRows + 2;
      stop = scanRows(bytes, stop, end, format, buffers, numRows - collector.numRows, line);
      collector.addAll(buffers);
    }
    const place = { file, line: collector.numRows + 2 };
    if (!isBlank(bytes, stop, end)) {
      throw new DatasetError(`the number of rows exceeds ${numRows}, the number in the header`, place);
    }
    if (collector.numEntries > MOST_ENTRIES)
      throw new DatasetError(`the number of entries exceeds ${MOST_ENTRIES}, the maximum`, place);
    checkMemory(collector.byteLength, "the rows read so far", place, maxBytes);
  }

  return {
    push(chunk) {
      if (header === undefined) {
        bytesBeforeHeader += chunk.length;
        // This is a different kind of file, perhaps with one huge line, so it is rejected before the line is collected in memory.
        if (bytesBeforeHeader > LONGEST_HEADER && !chunk.includes(LINE_FEED)) parseHeader(chunk, kind, file);
      }
      lines.push(chunk);
    },
    finish() {
      lines.finish();
      header ??= parseHeader(new Uint8Array(0), kind, file);
      const { numRows } = collector;
      if (numRows < header.numRows) {
        const problem = `the file ends after ${numRows} rows; the header says ${header.numRows}`;
        throw new DatasetError(problem, { file, line: numRows + 2 });
      }
      return { file, ...header, ...collector.finish() };
    },
  };
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    if (byte !== 32 && byte !== 9 && byte !== 13 && byte !== LINE_FEED) return false;
  }
  return true;
}
