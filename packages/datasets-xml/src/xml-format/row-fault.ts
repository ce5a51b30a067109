import { DatasetError, quoted } from "@tierwise/data/reading";

/** The format of a line: `l1,l2 f:v f:v` if `hasLabels` is set, otherwise only `column:value` pairs. */
export interface LineFormat {
  /** The file's name, for errors. */
  readonly file: string;
  readonly hasLabels: boolean;
  readonly numLabels: number;
  readonly numColumns: number;
  /** The meaning of the columns: features or, in a label matrix, labels. */
  readonly columnName: ColumnName;
}

export type ColumnName = "feature" | "label";

const CARRIAGE_RETURN = 13;

/** Creates the error for a line that the scanner could not read, based on the word at `at`, the position where it failed. */
export function rowFault(bytes: Uint8Array, at: number, format: LineFormat, line: number): DatasetError {
  const fail = (problem: string): DatasetError => new DatasetError(problem, { file: format.file, line });
  if (bytes[at - 1] === CARRIAGE_RETURN)
    return fail("a carriage return is inside the line; expected it only at the end");
  const { word, isFirst } = wordAt(bytes, at);
  if (format.hasLabels && isFirst && !word.includes(":")) {
    if (!/^-?\d+$/.test(word)) return fail(`expected a label, found ${quoted(word)}`);
    return fail(indexProblem(word, "label", format.numLabels));
  }
  const [index, value] = splitOnce(word, ":");
  if (!/^-?\d+$/.test(index) || value === undefined) {
    return fail(`expected ${format.columnName}:value, found ${quoted(word)}`);
  }
  return fail(indexProblem(index, format.columnName, format.numColumns));
}

/** Creates the error for the entry `index:value` that starts at `at` and whose value is not a finite number. */
export function valueFault(bytes: Uint8Array, at: number, format: LineFormat, line: number): DatasetError {
  const [index, value = ""] = splitOnce(wordAt(bytes, at).word, ":");
  return new DatasetError(valueProblem(index, value, format), { file: format.file, line });
}

/** Throws if an index occurs twice between `start` and `end`. Needed only for rows that are not in ascending order. */
export function checkRepeats(
  indices: Int32Array,
  start: number,
  end: number,
  name: ColumnName,
  file: string,
  line: number,
): void {
  const sorted = indices.slice(start, end).sort();
  for (let k = 1; k < sorted.length; k++) {
    if (sorted[k] === sorted[k - 1]) throw new DatasetError(`${name} ${sorted[k]} occurs twice`, { file, line });
  }
}

function indexProblem(text: string, name: ColumnName, count: number): string {
  const called = name === "label" ? "label" : "feature index";
  if (text.startsWith("-")) return `${called} ${text} is negative`;
  if (Number(text) < count) return `${called} ${text} has more than 9 digits`;
  return `${called} ${text} is not below ${count}, the number of ${name}s in the header`;
}

function valueProblem(index: string, value: string, { columnName }: LineFormat): string {
  const of = `of ${columnName} ${index}`;
  if (value === "") return `the value ${of} is missing`;
  const number = Number(value);
  if (/^[+-]?(inf(inity)?|nan)$/i.test(value) || Math.abs(number) === Number.POSITIVE_INFINITY) {
    return `value ${quoted(value)} ${of} is not finite`;
  }
  if (Math.abs(number) > 3e38) return `value ${quoted(value)} ${of} exceeds single precision`;
  return `value ${quoted(value)} ${of} is not a number`;
}

/** The word around `at`, delimited by white space and, in the first word of a line, by commas. */
function wordAt(bytes: Uint8Array, at: number): { word: string; isFirst: boolean } {
  let lineStart = at;
  while (lineStart > 0 && bytes[lineStart - 1] !== 10) lineStart--;
  let lineEnd = at;
  while (lineEnd < bytes.length && bytes[lineEnd] !== 10 && lineEnd < at + 200) lineEnd++;
  const before = latin1(bytes, Math.max(lineStart, at - 200), at);
  const after = latin1(bytes, at, lineEnd);
  const isFirst = !/[ \t]/.test(before) && (before !== "" || !/^[ \t]/.test(after));
  const delimiter = isFirst ? /[ \t\r,]/ : /[ \t\r]/;
  const start = before.split(delimiter).at(-1) ?? "";
  return { word: start + after.split(delimiter)[0], isFirst };
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
