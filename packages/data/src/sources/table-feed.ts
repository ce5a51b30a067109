import type { DetectedSource } from "../detection/detect-source.ts";
import { hasHeader } from "../detection/header.ts";
import { resolveMaxBytes } from "../reading/memory-limit.ts";
import type { OnRecord } from "../records/cells.ts";
import { createDelimitedScanner } from "../records/delimited-records.ts";
import type { Dialect } from "../records/dialect.ts";
import { createCellWriter, createJsonScanner, textOfValue } from "../records/json-records.ts";
import { createRecordFeed, type RecordFeed } from "../records/record-feed.ts";
import type { FirstFile } from "./describe-reading.ts";
import type { ReadPreferencesOptions } from "./read-options.ts";
import type { TableStart } from "./table-session.ts";

/** Text that contains a table. */
type TableSource = Exclude<DetectedSource, { kind: "lines" }>;

/** Starts a table, given its container and first records, and returns the function that receives its records. */
type OpenTable = (facts: Omit<FirstFile, "encoding" | "gzip">, start: TableStart) => OnRecord;

/** Creates the feed of a table in delimited text or JSON. */
export function createTableFeed(
  source: TableSource,
  file: string,
  options: ReadPreferencesOptions,
  open: OpenTable,
): RecordFeed {
  if (source.kind === "delimited") return createDelimitedFeed(source.dialect, file, options, open);
  const { names, records, container } = source;
  const onRecord = open({ container, header: true }, { names, records, line: 1 });
  const writer = createCellWriter();
  const onValue = (value: Readonly<Record<string, unknown>>, line: number): void => {
    writer.start(line);
    for (const name of names) writer.add(textOfValue(value[name]));
    onRecord(writer.cells);
  };
  return createJsonFeed(onValue, () => {}, file, options);
}

/** Creates the feed of JSON objects, in lines or in an array. Calls `onEnd` after the last object. */
export function createJsonFeed(
  onValue: Parameters<typeof createJsonScanner>[1],
  onEnd: () => void,
  file: string,
  options: ReadPreferencesOptions,
): RecordFeed {
  const feed = createRecordFeed(createJsonScanner(file, onValue), file, resolveMaxBytes(options));
  return {
    push: feed.push,
    finish() {
      feed.finish();
      onEnd();
    },
  };
}

function createDelimitedFeed(
  { delimiter, skipLines, commentHeader, records }: Dialect,
  file: string,
  options: ReadPreferencesOptions,
  open: OpenTable,
): RecordFeed {
  const named = Object.values(options.columns ?? {}).filter((column) => typeof column === "string");
  const words = named.flatMap((column) => [column, ...column.split("+")]);
  const header = commentHeader === undefined && hasHeader(records, words);
  const names = commentHeader ?? (header ? headerNames(records[0].texts, records) : undefined);
  const container = delimiter === "\t" ? "tsv" : delimiter === " " ? "text" : "csv";
  const start = { names, records: header ? records.slice(1) : records, line: records[0]?.line ?? 1 };
  const onRecord = open({ container, delimiter, header: names !== undefined }, start);
  let isHeader = header;
  const scanner = createDelimitedScanner({
    delimiter,
    file,
    skipLines,
    onRecord(cells) {
      if (isHeader) {
        scanner.setWidth(names?.length ?? cells.count);
        isHeader = false;
      } else onRecord(cells);
    },
  });
  if (!header) scanner.setWidth(names?.length ?? records[0].texts.length);
  return createRecordFeed(scanner, file, resolveMaxBytes(options));
}

/**
 * The column names in a header. If the header has one name fewer than the rows have fields, the first field is taken as a row name, as in
 * tables from R. There are two exceptions: the values of the first field repeat, or the last field is always empty because lines end with a
 * delimiter.
 */
function headerNames(texts: readonly string[], records: readonly { texts: readonly string[] }[]): string[] {
  const names = texts.map((text) => text.trim());
  const rows = records.slice(1).map((record) => record.texts);
  const isWider = rows.length > 0 && rows.every((row) => row.length === names.length + 1);
  const isEnded = rows.every((row) => row.at(-1) === "");
  const isNamed = new Set(rows.map(([first]) => first)).size === rows.length;
  return isWider && !isEnded && isNamed ? ["", ...names] : names;
}
