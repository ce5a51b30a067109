import type { Preference } from "@tierwise/core-integrator";
import type { Plan } from "../columns/plan.ts";
import { DatasetError, quoted } from "../reading/dataset-error.ts";
import type { MemoryMeter } from "../reading/memory-limit.ts";
import type { Cells } from "../records/cells.ts";
import type { BattleTable } from "./battle-table.ts";

/** How to treat a row with a missing value. */
export type MissingPolicy = "skip" | "error";
/** How to treat different values that one user gives the same item. */
export type DuplicatesPolicy = "last" | "first" | "mean" | "error";

/** What resolves the error about different values that one user gives the same item. */
export const duplicatesOption = {
  option: "duplicates",
  advice: 'choose one with duplicates: "last", "first" or "mean"',
} as const;

/** Counts of rows that a `Reading` reports. */
export interface RowCounts {
  rows: number;
  duplicates: number;
  /** The number of skipped rows, by the reason for skipping them. */
  skipped: Record<string, number>;
}

/** The context that the reducers of all layouts share. */
export interface ReducerContext {
  /** The file that is being read. */
  file: string;
  /** The names of the file's columns, or their numbers. */
  columnNames: readonly (string | number)[];
  readonly missing: MissingPolicy;
  readonly duplicates: DuplicatesPolicy;
  readonly memory: MemoryMeter;
  readonly itemNames: readonly string[] | undefined;
  readonly counts: RowCounts;
}

/** The contents of a file, reduced to observations. */
export interface Reduced {
  readonly itemNames: readonly string[];
  readonly preferences: readonly Preference[];
  readonly weights: Float64Array;
  /** The name of the person who made each observation, if known. */
  readonly users?: readonly string[];
  /** The value of each tier, for ratings, places and clicks. */
  readonly ratings?: readonly Float64Array[];
  readonly battles?: BattleTable;
  /** The number of tied battles. */
  readonly tied?: number;
  /** The number of observations. Default: the sum of the weights. */
  readonly observations?: number;
}

/** Receives the records of a table and returns the observations. */
export interface Reducer {
  /** Starts the next file, whose columns may be in a different order. */
  begin(plan: Plan): void;
  row(cells: Cells): void;
  finish(): Reduced;
}

/** Formats a column for messages: its name in quotes, or its number. */
export function columnShown({ columnNames }: ReducerContext, column: number): string {
  const known = columnNames[column] ?? column;
  return typeof known === "string" ? quoted(known) : String(known);
}

/** A value that is not valid in its column. */
interface WrongValue {
  readonly role: string;
  readonly text: string;
  readonly expected: string;
  /** The option that resolves the error. Default: `columns`. */
  readonly option?: "columns" | "winner";
}

/** The error for a value of the wrong kind for its column. */
export function wrongValue(
  context: ReducerContext,
  { role, text, expected, option = "columns" }: WrongValue,
  column: number,
  line: number,
): DatasetError {
  return new DatasetError(`${role} ${quoted(text)} in column ${columnShown(context, column)} is not ${expected}`, {
    file: context.file,
    line,
    option,
  });
}

/** Handles a row in which a value is missing: throws, or counts the row as skipped. */
export function skipMissing(context: ReducerContext, role: string, column: number, line: number): void {
  const name = columnShown(context, column);
  if (context.missing === "error") {
    const problem = `the ${role} is missing (column ${name})`;
    const advice = 'rows without one can be skipped with missing: "skip"';
    throw new DatasetError(problem, { file: context.file, line, option: "missing", advice });
  }
  skip(context, `${role} missing`);
}

export function skip({ counts }: ReducerContext, reason: string): void {
  counts.skipped[reason] = (counts.skipped[reason] ?? 0) + 1;
}
