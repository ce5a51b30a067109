import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from "node:fs";
import { dirname } from "node:path";
import type { StudyCell, StudyResult } from "./run-cell.ts";

/** What tells a cell from every other, and a result's cell from its figures. */
export function cellKey(cell: StudyCell): string {
  const { study, items, method, seed } = cell;
  const size = cell.study === "mse" ? [cell.samples, cell.maxSteps] : [cell.steps];
  return [study, items, ...size, method, seed].join(" ");
}

/**
 * The results in a file of JSON Lines. A last line that was cut off, by a crash in the middle of writing it, is removed from the
 * file; any other line that is not a result is an error.
 *
 * @param file - The path; no file has no results.
 */
export function readResults(file: string): StudyResult[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole));
  return whole
    .split("\n")
    .slice(0, -1)
    .map((line, i) => parse(line, `${file}:${i + 1}`));
}

/** Appends a result to a file of JSON Lines. */
export function appendResult(file: string, result: StudyResult): void {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(result)}\n`);
}

function parse(line: string, place: string): StudyResult {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    value = undefined;
  }
  const study = (value as { study?: unknown } | null | undefined)?.study;
  if (study !== "mse" && study !== "cost")
    throw new Error(`${place}: expected a result of a study, as one JSON object`);
  return value as StudyResult;
}
