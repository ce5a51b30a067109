import { DatasetError } from "@tierwise/data/parse";
import { parseDecimalBytes, quoted } from "@tierwise/data/reading";
import { type DenseRows, newDenseRows, startRow, widenRows } from "./dense-rows.ts";

const [TAB, LINE_FEED, RETURN, SPACE, HASH, ZERO, COLON] = [9, 10, 13, 32, 35, 48, 58];
const QID = [113, 105, 100, COLON];

/** The documents of a file in LETOR or SVMlight format. */
export interface LetorRows {
  readonly dense: DenseRows;
  readonly grades: number[];
  /** The list of each document as a number, or −1 if the lines name no query. */
  readonly listOf: number[];
  /** The queries in order of first occurrence. */
  readonly queries: string[];
  /** The name of each document in its comment, `docid = …`. */
  readonly names: (string | undefined)[];
  /** One more than the largest feature index. */
  featureCount: number;
}

/** Where the file is, and how many features it may have. */
export interface LetorRowsOptions {
  readonly file: string;
  readonly featureCount?: number | undefined;
}

/** A parser that is fed the bytes of a file in chunks of complete lines. */
export interface LetorRowsParser {
  /** Parses the complete lines of `bytes` and returns the start of the incomplete last line. */
  push(bytes: Uint8Array): number;
  readonly rows: LetorRows;
}

/**
 * Parses lines `grade qid:7 1:0.5 3:2 # docid = GX-1` from bytes into dense rows, without creating strings or objects per value. Missing
 * features are 0.
 */
export function createLetorRows({ file, featureCount: fixed }: LetorRowsOptions): LetorRowsParser {
  const dense = newDenseRows(fixed ?? 16);
  const rows: LetorRows = { dense, grades: [], listOf: [], queries: [], names: [], featureCount: fixed ?? 0 };
  const listOfQuery = new Map<string, number>();
  let [query, list] = ["", -1];
  let line = 0;
  /** The line of each feature's last value, to find duplicates. */
  let seen = new Int32Array(dense.stride);

  const fail = (problem: string): DatasetError => new DatasetError(problem, { file, line });
  const textOf = (bytes: Uint8Array, from: number, to: number): string =>
    new TextDecoder().decode(bytes.subarray(from, to));

  function parseLine(bytes: Uint8Array, from: number, to: number): void {
    let i = skipSpace(bytes, from, to);
    if (i === to || bytes[i] === HASH) return;
    let end = wordEnd(bytes, i, to);
    const grade = parseDecimalBytes(bytes, i, end);
    if (!(grade >= 0 && grade < Number.POSITIVE_INFINITY)) {
      throw fail(`expected a grade of at least 0, found ${quoted(textOf(bytes, i, end))}`);
    }
    let at = startRow(dense);
    i = skipSpace(bytes, end, to);
    const named = QID.every((byte, k) => bytes[i + k] === byte);
    if (rows.grades.length > 0 && named !== rows.listOf[0] >= 0) {
      throw fail("some lines have a qid and some have none");
    }
    if (named) {
      end = wordEnd(bytes, i, to);
      readQuery(textOf(bytes, i + 4, end));
      i = skipSpace(bytes, end, to);
    }
    rows.listOf.push(named ? list : -1);
    rows.grades.push(grade);
    let name: string | undefined;
    while (i < to) {
      if (bytes[i] === HASH) {
        name = /docid\s*=\s*(\S+)/.exec(textOf(bytes, i, to))?.[1];
        break;
      }
      const start = i;
      let index = 0;
      while ((bytes[i] - ZERO) >>> 0 < 10 && i < to) index = index * 10 + bytes[i++] - ZERO;
      end = wordEnd(bytes, i, to);
      if (bytes[i] !== COLON || i === start || i - start > 9) {
        throw fail(`expected feature:value, found ${quoted(textOf(bytes, start, end))}`);
      }
      const value = Math.fround(parseDecimalBytes(bytes, i + 1, end));
      if (!Number.isFinite(value)) {
        throw fail(`value ${quoted(textOf(bytes, i + 1, end))} of feature ${index} is not a finite number`);
      }
      if (index >= rows.featureCount) at = addFeature(index, at);
      if (seen[index] === line) throw fail(`feature ${index} occurs twice`);
      seen[index] = line;
      dense.data[at + index] = value;
      i = skipSpace(bytes, end, to);
    }
    rows.names.push(name);
  }

  function readQuery(text: string): void {
    if (text === query && list >= 0) return;
    query = text;
    list = listOfQuery.get(text) ?? listOfQuery.size;
    if (list < listOfQuery.size) return;
    listOfQuery.set(text, list);
    rows.queries.push(text);
  }

  /** Counts feature `index` and returns the position of the row, which may have moved. */
  function addFeature(index: number, at: number): number {
    if (fixed !== undefined) throw fail(`feature index ${index} is not below ${fixed}, the number of features`);
    rows.featureCount = index + 1;
    if (index < dense.stride) return at;
    const moved = widenRows(dense, index, { file, line });
    const wider = new Int32Array(dense.stride);
    wider.set(seen);
    seen = wider;
    return moved;
  }

  return {
    rows,
    push(bytes) {
      let from = 0;
      for (let to = bytes.indexOf(LINE_FEED); to >= 0; to = bytes.indexOf(LINE_FEED, from)) {
        line++;
        parseLine(bytes, from, to > from && bytes[to - 1] === RETURN ? to - 1 : to);
        from = to + 1;
      }
      return from;
    },
  };
}

function skipSpace(bytes: Uint8Array, from: number, to: number): number {
  let i = from;
  while (i < to && (bytes[i] === SPACE || bytes[i] === TAB)) i++;
  return i;
}

function wordEnd(bytes: Uint8Array, from: number, to: number): number {
  let i = from;
  while (i < to && bytes[i] !== SPACE && bytes[i] !== TAB && bytes[i] !== HASH) i++;
  return i;
}
