import { createFeatureLineParser, type FeatureLineParser, loadKernelModuleSync } from "@tierwise/kernels";

const LINE_FEED = 10;
/** The size of the kernel's memory for text. It is large because fewer, larger reads are faster. */
const mostBytes = 2 ** 20;

/** A document that a kernel has read. Positions refer to the bytes that were passed to it. */
export interface PlainLine {
  grade: number;
  /** Where the query starts and ends, or 0 if there is none. */
  query: number;
  queryEnd: number;
  /** Where a comment starts, or 0 if there is none. */
  comment: number;
  /** One more than the largest feature index in the line. */
  features: number;
  /** The number of this line among the lines of one call of `read`, from 1. */
  line: number;
}

interface ReadLines {
  readonly rows: number;
  /** The number of lines read, including empty lines. */
  readonly lines: number;
  readonly bytes: number;
  /** Documents × stride values; overwritten by the next call. */
  readonly values: Float32Array;
}

export interface PlainLines {
  /** The memory of the kernel, into which bytes can be read so that they need not be copied; undefined before the first call of `read`. */
  room(): Uint8Array | undefined;
  /**
   * Reads lines from position `from` of `bytes` until the kernel cannot read a line or its rows are full, and calls `onLine` for each
   * document. If the kernel cannot read the first line, nothing is read. Overwrites the memory of the kernel unless `bytes` is in it.
   */
  read(bytes: Uint8Array, from: number, stride: number, onLine: (line: PlainLine) => void): ReadLines;
}

export function createPlainLines(): PlainLines {
  let parser: FeatureLineParser | undefined;
  let width = 0;
  /** The array whose bytes `first` to `last` are in the memory of the kernel. */
  let loaded: Uint8Array | undefined;
  let [first, last] = [0, 0];
  const line: PlainLine = { grade: 0, query: 0, queryEnd: 0, comment: 0, features: 0, line: 0 };

  function load(bytes: Uint8Array, from: number, stride: number): FeatureLineParser {
    if (parser === undefined || stride !== width) {
      parser = createFeatureLineParser(loadKernelModuleSync(), { featureCount: stride, mostBytes });
      width = stride;
      loaded = undefined;
    }
    if (bytes !== loaded || from < first || from >= last) {
      const window = bytes.subarray(from, from + parser.mostBytes);
      [first, last] = [from, from + window.lastIndexOf(LINE_FEED) + 1];
      loaded = bytes;
      if (last > first) parser.load(bytes.subarray(first, last));
    }
    return parser;
  }

  const room = (): Uint8Array | undefined => parser?.text;
  const read: PlainLines["read"] = (bytes, from, stride, onLine) => {
    const { parse, grades, records, values } = load(bytes, from, stride);
    // Reads nothing if the line does not fit into the memory of the kernel.
    if (last === from) return { rows: 0, lines: 0, bytes: 0, values };
    const found = parse(from - first);
    for (let r = 0, at = 0; r < found.rows; r++, at += 6) {
      line.query = records[at] === 0 ? 0 : from + records[at];
      line.queryEnd = from + records[at + 1];
      line.comment = records[at + 2] === 0 ? 0 : from + records[at + 2];
      line.grade = grades[r];
      line.features = records[at + 4];
      line.line = records[at + 5] + 1;
      onLine(line);
    }
    return { ...found, values };
  };
  return { room, read };
}
