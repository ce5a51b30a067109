import { normalized } from "../columns/column-words.ts";
import { type Plan, type Request, type TableFormat, tableFormats } from "../columns/plan.ts";
import { givenColumns } from "../columns/role-finder.ts";
import { profileTable } from "../columns/table-profile.ts";
import { choosePlan } from "../detection/choose-plan.ts";
import { createBattleReducer, type WantedColumn } from "../layouts/battle-reducer.ts";
import { createGradeReducer } from "../layouts/grade-reducer.ts";
import { type Reducer, type ReducerContext, skip } from "../layouts/reducer.ts";
import { createTierReducer } from "../layouts/tier-reducers.ts";
import { createWideReducer } from "../layouts/wide-reducer.ts";
import { DatasetError, quoted } from "../reading/dataset-error.ts";
import { lineTooLong, longestLine, resolveMaxBytes } from "../reading/memory-limit.ts";
import type { OnRecord } from "../records/cells.ts";
import type { SampleRecord } from "../records/dialect.ts";
import type { ReadPreferencesOptions } from "./read-options.ts";

/** The first records of a table, and information about its columns. */
export interface TableStart {
  /** The names of the columns; undefined without a header. */
  readonly names: readonly string[] | undefined;
  /** The first records, without the header. */
  readonly records: readonly SampleRecord[];
  /** The line of the header or, without a header, of the first record. */
  readonly line: number;
}

/** Reads tables of one layout into one reducer. */
export interface TableSession {
  /** Starts a table, and returns a function that receives all records except the header. */
  begin(start: TableStart): OnRecord;
  plan(): Plan | undefined;
  reducer(): Reducer | undefined;
}

/** The layout that the options specify, if it is a table layout. */
function tableFormatOf(format: ReadPreferencesOptions["format"]): TableFormat | undefined {
  const name = format === "comparisons" ? "battles" : format;
  return tableFormats.find((one) => one === name);
}

/** Creates a session in which several files are read as one. */
export function createTableSession(context: ReducerContext, options: ReadPreferencesOptions): TableSession {
  let plan: Plan | undefined;
  let reducer: Reducer | undefined;

  function reducerOf(format: TableFormat): Reducer {
    const { judges: _, ...named } = options.keep ?? {};
    if (Object.values(named).some((columns) => columns !== undefined) && format !== "battles") {
      throw new DatasetError(`keep applies only to the format "battles", but the format of this file is "${format}"`, {
        file: context.file,
        option: "keep",
      });
    }
    switch (format) {
      case "battles":
        return createBattleReducer(context, {
          ties: options.ties ?? "half",
          kept: wantedColumns(options.keep, plan),
          placeOf: (wanted) => keptPlace(wanted, context, plan),
        });
      case "ratings":
      case "places":
      case "impressions":
      case "clicks":
        return createGradeReducer(context, { minRatings: options.minRatings ?? 1 });
      case "table":
        return createWideReducer(context);
      default:
        return createTierReducer(context);
    }
  }

  return {
    plan: () => plan,
    reducer: () => reducer,
    begin({ names, records, line }) {
      const place = { file: context.file, line };
      if (records.length === 0) {
        const found =
          names === undefined ? "no rows" : `a header (${names.slice(0, 8).map(quoted).join(", ")}) but no rows`;
        throw new DatasetError(`contains ${found}; expected data`, { file: context.file });
      }
      const profile = profileTable(names, records);
      const width = profile.columns.length;
      context.columnNames = profile.columns.map(({ name, index }) => name ?? index);
      const request: Request = {
        file: context.file,
        format: tableFormatOf(options.format),
        given: givenColumns(options.columns ?? {}, names, width, place),
        best: options.better,
        rest: options.rest,
        winner: options.winner,
      };
      const next = choosePlan(profile, request);
      if (plan !== undefined && plan.format !== next.format) {
        throw new DatasetError(
          `the format is "${next.format}", but the files before it have the format "${plan.format}"`,
          {
            file: context.file,
            option: "format",
          },
        );
      }
      if (plan !== undefined && plan.best !== next.best) {
        throw new DatasetError(
          `${next.best} values are better in this file, but ${plan.best} values are better in the files before it`,
          {
            file: context.file,
            option: "best",
          },
        );
      }
      plan = next;
      reducer ??= reducerOf(next.format);
      reducer.begin(next);
      return checkedRows(context, reducer, width, longestLine(resolveMaxBytes(options)));
    },
  };
}

/** Passes on the records whose number of fields equals the number of columns. */
function checkedRows(context: ReducerContext, reducer: Reducer, width: number, longest: number): OnRecord {
  const { counts } = context;
  return (cells) => {
    counts.rows++;
    if (cells.numbered === undefined && cells.ends[cells.count - 1] - cells.starts[0] > longest) {
      throw lineTooLong(context.file, cells.line, longest);
    }
    if (cells.count !== width) {
      const last = cells.count - 1;
      // A delimiter at the end of the line does not start another field.
      const isEnded = cells.count === width + 1 && cells.starts[last] === cells.ends[last];
      if (!isEnded) {
        if (context.missing === "error") throw wrongWidth(context, cells.count, width, cells.line);
        return skip(context, "wrong number of fields");
      }
    }
    reducer.row(cells);
  };
}

function wrongWidth({ file }: ReducerContext, found: number, width: number, line: number): DatasetError {
  const problem = `the number of fields is ${found}; expected ${width}, as in the first line`;
  const place = { file, line, option: "missing" } as const;
  if (found > width) return new DatasetError(`${problem}; names that contain the delimiter need quotes`, place);
  return new DatasetError(problem, { ...place, advice: 'such rows can be skipped with missing: "skip"' });
}

function wantedColumns(keep: ReadPreferencesOptions["keep"] = {}, plan: Plan | undefined): WantedColumn[] {
  const judge = keep.judges === true && plan?.columns.judge !== undefined ? "judge" : undefined;
  const cluster = keep.cluster ?? judge;
  return [
    ...(cluster === undefined ? [] : [{ name: cluster, kind: "cluster" as const }]),
    ...(keep.factors ?? []).map((name) => ({ name, kind: "factor" as const })),
    ...(keep.numbers ?? []).map((name) => ({ name, kind: "number" as const })),
  ];
}

/**
 * The position of a kept column in the current file. The name `judge` also finds a judge column with a different name, and the name `month`
 * finds the time column.
 */
function keptPlace({ name }: WantedColumn, { columnNames, file }: ReducerContext, plan: Plan | undefined): number {
  const exact = columnNames.indexOf(name);
  if (exact >= 0) return exact;
  const similar = columnNames.findIndex((column) => normalized(String(column)) === normalized(name));
  if (similar >= 0) return similar;
  const role = { judge: plan?.columns.judge, month: plan?.columns.time }[name]?.[0];
  if (role !== undefined) return role;
  const known = columnNames.map((column) => quoted(String(column))).join(", ");
  throw new DatasetError(`there is no column ${quoted(name)} to keep; the columns are ${known}`, {
    file,
    option: "keep",
  });
}
