import { DatasetError } from "@tierwise/data/parse";
import { parseDecimalBytes, quoted } from "@tierwise/data/reading";
import { addRows, type DenseRows, narrowRows, newDenseRows, startRow, widenRows } from "./dense-rows.ts";
import { isSame, nameIn, skipSpace, wordEnd } from "./letor-words.ts";
import { createPlainLines, type PlainLine } from "./plain-lines.ts";

const [LINE_FEED, RETURN, HASH, ZERO, COLON] = [10, 13, 35, 48, 58];
const QID = [113, 105, 100, COLON];

/** The documents of a file in LETOR or SVMlight format. */
export interface LetorRows {
  readonly dense: DenseRows;
  readonly grades: number[];
  /** The index of each document's list, or −1 if the lines name no query. */
  readonly listOf: number[];
  /** The queries in order of first occurrence. */
  readonly queries: string[];
  /** The name of each document, from its comment `docid = …`. */
  readonly names: (string | undefined)[];
  /** One more than the largest feature index. */
  featureCount: number;
}

export interface LetorRowsOptions {
  readonly file: string;
  readonly featureCount?: number | undefined;
  /** The size of the file, from which the number of documents is estimated to avoid copies. */
  readonly expectedBytes?: number | undefined;
  /** Whether grades may be missing; a missing grade is 0. */
  readonly unrated?: boolean | undefined;
}

/** A parser that receives a file in chunks of bytes. */
export interface LetorRowsParser {
  /** Parses the complete lines of `bytes` and returns the start of the incomplete last line. */
  push(bytes: Uint8Array): number;
  /** Memory for the next bytes, if any, which saves a copy. {@link push} may overwrite it while it parses other bytes. */
  room(): Uint8Array | undefined;
  readonly rows: LetorRows;
}

/** For files of fewer bytes than this, the WebAssembly parser is not worth its memory. */
export const smallBytes = 1 << 14;

/**
 * Parses lines `grade qid:7 1:0.5 3:2 # docid = GX-1` from bytes into dense rows, without creating strings or objects per value. Missing
 * features are 0. Lines in the plain form of `createFeatureLineParser` are read by a kernel; `parseLine` reads others and reports errors.
 */
export function createLetorRows(options: LetorRowsOptions): LetorRowsParser {
  const { file, featureCount: fixed, unrated = false, expectedBytes = 0 } = options;
  const dense = newDenseRows(fixed ?? 16);
  const rows: LetorRows = { dense, grades: [], listOf: [], queries: [], names: [], featureCount: fixed ?? 0 };
  const listOfQuery = new Map<string, number>();
  let [query, list] = ["", -1];
  let [line, parsedBytes] = [0, 0];
  /** The line in which each feature last occurred, to find duplicates. */
  let seen = new Int32Array(dense.stride);
  const plainLines = createPlainLines();
  let queryBytes: Uint8Array = new Uint8Array(0);

  const fail = (problem: string): DatasetError => new DatasetError(problem, { file, line });
  const textOf = (bytes: Uint8Array, from: number, to: number): string =>
    new TextDecoder().decode(bytes.slice(from, to));

  function parseLine(bytes: Uint8Array, from: number, to: number): void {
    let i = skipSpace(bytes, from, to);
    if (i === to || bytes[i] === HASH) return;
    let end = wordEnd(bytes, i, to);
    const isUnrated = unrated && bytes.subarray(i, end).includes(COLON);
    if (isUnrated) end = i;
    const grade = isUnrated ? 0 : parseDecimalBytes(bytes, i, end);
    if (!(grade >= 0 && grade < Number.POSITIVE_INFINITY)) {
      throw fail(`expected a nonnegative grade, found ${quoted(textOf(bytes, i, end))}`);
    }
    let at = startRow(dense);
    i = skipSpace(bytes, end, to);
    const named = QID.every((byte, k) => bytes[i + k] === byte);
    if (named) {
      end = wordEnd(bytes, i, to);
      queryBytes = bytes.slice(i + 4, end);
      readQuery(textOf(bytes, i + 4, end));
      i = skipSpace(bytes, end, to);
    }
    addDocument(grade, named);
    let name: string | undefined;
    while (i < to) {
      if (bytes[i] === HASH) {
        name = nameIn(textOf(bytes, i, to));
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

  function addDocument(grade: number, named: boolean): void {
    if (rows.grades.length > 0 && named !== rows.listOf[0] >= 0) {
      throw fail("some lines have a qid and some have none");
    }
    rows.listOf.push(named ? list : -1);
    rows.grades.push(grade);
  }

  function readQuery(text: string): void {
    if (text === query && list >= 0) return;
    query = text;
    list = listOfQuery.get(text) ?? listOfQuery.size;
    if (list < listOfQuery.size) return;
    listOfQuery.set(text, list);
    rows.queries.push(text);
  }

  /** Makes room for feature `index` and returns the position of the current row, which may have moved. */
  function addFeature(index: number, at: number): number {
    if (fixed !== undefined) throw fail(`feature index ${index} is not below ${fixed}, the number of features`);
    rows.featureCount = index + 1;
    if (index < dense.stride) return at;
    const moved = widenRows(dense, index, { file, line });
    const wider = new Int32Array(Math.max(dense.stride, seen.length));
    wider.set(seen);
    seen = wider;
    return moved;
  }

  /** Parses the line that starts at `from` and returns the start of the next line. */
  function parseNext(bytes: Uint8Array, from: number): number {
    const to = bytes.indexOf(LINE_FEED, from);
    line++;
    parseLine(bytes, from, to > from && bytes[to - 1] === RETURN ? to - 1 : to);
    return to + 1;
  }

  /** Reads the lines that a kernel can read, and returns the start of the first line that it cannot read. */
  function parsePlain(bytes: Uint8Array, from: number): number {
    const before = line;
    const read = plainLines.read(bytes, from, dense.stride, (plain) => {
      line = before + plain.line;
      addPlain(bytes, plain);
    });
    addRows(dense, read.values, read.rows);
    line = before + read.lines;
    return from + read.bytes;
  }

  function addPlain(bytes: Uint8Array, { grade, query: from, queryEnd: to, comment, features }: PlainLine): void {
    if (from > 0 && (list < 0 || !isSame(bytes, from, to, queryBytes))) {
      queryBytes = bytes.slice(from, to);
      readQuery(textOf(bytes, from, to));
    }
    addDocument(grade, from > 0);
    rows.featureCount = Math.max(rows.featureCount, features);
    const text = comment > 0 ? textOf(bytes, comment, bytes.indexOf(LINE_FEED, comment)) : "";
    rows.names.push(comment > 0 ? nameIn(text) : undefined);
  }

  return {
    rows,
    room: plainLines.room,
    push(bytes) {
      const end = bytes.lastIndexOf(LINE_FEED) + 1;
      for (let from = 0; from < end; ) {
        const next = end < smallBytes ? from : parsePlain(bytes, from);
        from = next > from ? next : parseNext(bytes, from);
      }
      // Rows without unused room are faster to fill, and most files have all features in their first lines.
      if (parsedBytes === 0 && rows.featureCount > 0) narrowRows(dense, rows.featureCount);
      parsedBytes += end;
      dense.expectedRows = Math.ceil((1.02 * expectedBytes * dense.rows) / parsedBytes);
      return end;
    },
  };
}
