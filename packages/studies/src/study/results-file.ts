import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from "node:fs";
import { dirname } from "node:path";
import type { StudyCell } from "./study.ts";

/** A line of a results file. */
export interface ResultLine {
  /** The name of the study. */
  readonly study: string;
  /** The key of the cell, see {@link cellKey}. */
  readonly key: string;
  /** The version of this package that computed the result. */
  readonly version: string;
  /** The study's revision. */
  readonly revision: number;
  /** The cell together with its metrics. */
  readonly result: StudyCell;
}

/** Options for reading a results file. */
export interface ResultsFileOptions {
  /** Called with a message after an incomplete last line is removed. Default: a process warning is emitted. */
  readonly onWarning?: (sentence: string) => void;
}

/**
 * Reads a results file: JSON Lines, one result per line. If the last line has no newline, the process was killed while writing it. The line
 * is then removed from the file, and `onWarning` is called. If another line is not a result, throws an error that names the file and line.
 *
 * @param file - The path; a missing file has no results.
 * @param options - The callback for a removed line.
 */
export function readResultsFile(
  file: string,
  { onWarning = (sentence) => process.emitWarning(sentence) }: ResultsFileOptions = {},
): ResultLine[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  const complete = text.slice(0, text.lastIndexOf("\n") + 1);
  const lines = complete.split("\n").slice(0, -1);
  const results = lines.map((line, i) => parse(line, `${file}:${i + 1}`));
  if (complete.length < text.length) {
    truncateSync(file, Buffer.byteLength(complete));
    onWarning(`${file}:${lines.length + 1}: the last line is incomplete; it was removed, and its cell runs again`);
  }
  return results;
}

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
      `${place}: expected a result of a study: a JSON object with study, key, version, revision and result`,
    );
  }
  return value as ResultLine;
}
