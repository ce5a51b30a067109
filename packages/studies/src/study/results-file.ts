import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from "node:fs";
import { dirname } from "node:path";
import type { StudyCell } from "./study.ts";

/** A line of a results file. */
export interface ResultLine {
  /** The name of the study. */
  readonly study: string;
  /** Of the cell, see {@link cellKey}. */
  readonly key: string;
  /** The version of this package that computed it. */
  readonly version: string;
  /** The study's revision. */
  readonly revision: number;
  /** The cell with its figures. */
  readonly result: StudyCell;
}

/** How a results file is read. */
export interface ResultsFileOptions {
  /** Called with a sentence where the end of the file was dropped. Default: a warning of the process. */
  readonly onWarning?: (sentence: string) => void;
}

/**
 * The lines of a results file: JSON Lines, one result each. A last line without a newline, the mark of a process that was killed while
 * it wrote, is dropped from the file, and `onWarning` is told; any other line that is not a result is an error that names its place.
 *
 * @param file - The path; no file has no results.
 * @param options - Who hears of a line that was dropped.
 */
export function readResultsFile(
  file: string,
  { onWarning = (sentence) => process.emitWarning(sentence) }: ResultsFileOptions = {},
): ResultLine[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  const lines = whole.split("\n").slice(0, -1);
  const results = lines.map((line, i) => parse(line, `${file}:${i + 1}`));
  if (whole.length < text.length) {
    truncateSync(file, Buffer.byteLength(whole));
    onWarning(
      `${file}:${lines.length + 1}: the last line was cut off while it was written; it is dropped and runs again`,
    );
  }
  return results;
}

/** Appends a result to a results file. */
export function appendResult(file: string, line: ResultLine): void {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

function parse(line: string, place: string): ResultLine {
  let value: Partial<ResultLine> | null | undefined;
  try {
    value = JSON.parse(line) as Partial<ResultLine> | null;
  } catch {
    value = undefined;
  }
  const { study, key, version, revision, result } = value ?? {};
  const strings = [study, key, version].every((part) => typeof part === "string");
  if (!strings || typeof revision !== "number" || typeof result !== "object" || result === null) {
    throw new Error(
      `${place}: expected a result of a study, as one JSON object with study, key, version, revision and result`,
    );
  }
  return value as ResultLine;
}
