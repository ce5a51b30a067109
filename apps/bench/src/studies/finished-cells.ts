import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

/** Results in a file of JSON Lines: what is there is not computed again. */
export interface FinishedCells<Result> {
  /** All results so far. */
  readonly all: () => readonly Result[];
  /** Appends one. */
  readonly add: (result: Result) => void;
}

/** Opens such a file, or begins one. A last line that was cut off by an interruption is passed over. */
export function finishedCells<Result>(file: string): FinishedCells<Result> {
  mkdirSync(dirname(file), { recursive: true });
  const results: Result[] = [];
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  for (const line of lines) {
    try {
      results.push(JSON.parse(line) as Result);
    } catch {
      // Cut off, or the end of the file.
    }
  }
  if (lines.length > 0 && lines.at(-1) !== "") appendFileSync(file, "\n");
  return {
    all: () => results,
    add(result) {
      results.push(result);
      appendFileSync(file, `${JSON.stringify(result)}\n`);
    },
  };
}
