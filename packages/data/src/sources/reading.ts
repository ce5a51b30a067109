import { tableFormats, type WinnerConvention } from "../columns/plan.ts";
import type { TextEncoding } from "../encoding/text-encoding.ts";
import type { Delimiter } from "../records/delimited-records.ts";

/** The formats that {@link readPreferences} reads. */
export const preferenceFormats = [...tableFormats, "tier-list", "tiers", "preflib", "letor"] as const;

/** The name of a format: `"tiers"` is JSON Lines, `"table"` a spreadsheet with one column or row per voter. */
export type PreferenceFormat = (typeof preferenceFormats)[number];

/** The formats that {@link inspectFile} recognizes, including multi-label data and preference graphs, which other packages read. */
export type RecognizedFormat = PreferenceFormat | "xml" | "edges";

/** How a file is stored. */
export type Container = "csv" | "tsv" | "text" | "jsonl" | "json" | "parquet";

/** How a file was interpreted, as a small JSON-compatible object. */
export interface Reading {
  /** The layout of the file. */
  readonly format: RecognizedFormat;
  /** How the file is stored. */
  readonly container: Container;
  /** The field delimiter of delimited text. */
  readonly delimiter?: Delimiter;
  /** The text encoding; undefined for Parquet. */
  readonly encoding?: TextEncoding;
  /** Whether the file is compressed. */
  readonly gzip: boolean;
  /** For tables: whether the columns have names. */
  readonly header?: boolean;
  /** The name or 0-based number of the column for each role; a role may consist of several columns. */
  readonly columns?: Readonly<Record<string, number | string | readonly (number | string)[]>>;
  /** The columns without a role. */
  readonly ignored?: readonly (number | string)[];
  /** Which values are better, if there is a scale. */
  readonly best?: "higher" | "lower";
  /** How battles record the winner. */
  readonly winner?: WinnerConvention;
  /** How items that an observation does not mention are treated: ranked below all others, or excluded from the observation. */
  readonly rest: "lowest" | "unobserved" | "stated";
  /** How equal values or tied battles are treated. */
  readonly ties: string;
  /** The number of rows or lines with data. */
  readonly rows: number;
  /** The number of items. */
  readonly items: number;
  /** The number of observations: battles, users, races or ballots. */
  readonly observations: number;
  /** The number of tied battles. */
  readonly tied?: number;
  /** The number of rows that repeat another row's information about the same item. */
  readonly duplicates: number;
  /** Which value counts if a user rates an item several times. */
  readonly duplicatesRule: "last" | "first" | "mean" | "error";
  /** The number of rows that were skipped. */
  readonly skipped: number;
  /** The number of skipped rows, by the reason for skipping them. */
  readonly skippedBecause: Readonly<Record<string, number>>;
  /** Descriptions of three observations. */
  readonly samples: readonly string[];
}
