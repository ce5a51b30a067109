import { parseDecimal } from "../reading/decimal.ts";
import type { SampleRecord } from "../records/dialect.ts";
import { isMissing } from "../records/name-index.ts";

/** A summary of a column, based on the first records. */
export interface ColumnProfile {
  readonly index: number;
  /** The name in the header; undefined if there is no header. */
  readonly name: string | undefined;
  /** The distinct values, without missing values. */
  readonly values: ReadonlySet<string>;
  /** The number of records with a value. */
  readonly filled: number;
  /** Whether all values are numbers, with a decimal point or comma. */
  readonly isNumeric: boolean;
  /** Whether some numbers have a decimal comma. */
  readonly hasComma: boolean;
  /** The largest number; −∞ if there are no numbers. */
  readonly largest: number;
}

/** The first records of a table, by column. */
export interface TableProfile {
  readonly columns: readonly ColumnProfile[];
  readonly records: readonly (readonly string[])[];
  /** Whether the columns have names. */
  readonly hasHeader: boolean;
  /** The column of row numbers, if there is one. */
  readonly indexColumn: number | undefined;
}

/** Parses a finite number with a decimal point or a decimal comma. Returns NaN for anything else. */
export function parseNumber(text: string): number {
  const value = parseDecimal(/^[+-]?\d+,\d+$/.test(text) ? text.replace(",", ".") : text);
  return Number.isFinite(value) ? value : Number.NaN;
}

/** Summarizes the columns of the first records. */
export function profileTable(names: readonly string[] | undefined, records: readonly SampleRecord[]): TableProfile {
  const width = names?.length ?? records[0]?.texts.length ?? 0;
  // Records with a different number of fields are ignored here; the reader rejects or skips them.
  const isWhole = (texts: readonly string[]): boolean =>
    texts.length === width || (texts.length === width + 1 && texts[width] === "");
  const whole = records.filter(({ texts }) => isWhole(texts));
  const rows = (whole.length > 0 ? whole : records).map(({ texts }) => texts);
  const columns = Array.from({ length: width }, (_, index) => profileColumn(index, names?.[index], rows));
  return { columns, records: rows, hasHeader: names !== undefined, indexColumn: indexColumn(columns, rows) };
}

function profileColumn(index: number, name: string | undefined, rows: readonly (readonly string[])[]): ColumnProfile {
  const values = new Set<string>();
  let [filled, numbers, largest, hasComma] = [0, 0, Number.NEGATIVE_INFINITY, false];
  for (const row of rows) {
    const text = (row[index] ?? "").trim();
    if (isMissing(text)) continue;
    filled++;
    values.add(text);
    const value = parseNumber(text);
    if (Number.isNaN(value)) continue;
    numbers++;
    largest = Math.max(largest, value);
    hasComma ||= text.includes(",");
  }
  return { index, name, values, filled, isNumeric: filled > 0 && numbers === filled, hasComma, largest };
}

/** Returns 0 if the first column numbers the rows and has a name such as `index` or `Unnamed: 0`, or an empty name; otherwise undefined. */
function indexColumn(columns: readonly ColumnProfile[], rows: readonly (readonly string[])[]): number | undefined {
  const [first] = columns;
  if (first?.name === undefined || !/^(unnamed: ?\d+|index|row|rowid|row_id|#|no\.?|)$/i.test(first.name.trim()))
    return undefined;
  const start = Number(rows[0]?.[0]);
  return columns.length > 2 &&
    rows.every((row) => /^\d+$/.test(row[0]) || row[0] === "") &&
    (start >= 0 || rows.length === 0)
    ? 0
    : undefined;
}
