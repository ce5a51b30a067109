import { type DetectedSource, detectSource } from "../detection/detect-source.ts";
import { hasHeader } from "../detection/header.ts";
import type { TextEncoding } from "../encoding/text-encoding.ts";
import { createOrderLinesParser } from "../layouts/order-lines.ts";
import type { Reduced, ReducerContext } from "../layouts/reducer.ts";
import { createTierListParser } from "../layouts/tier-list.ts";
import { DatasetError } from "../reading/dataset-error.ts";
import { feedBytes, type LineParser } from "../reading/lines.ts";
import { createMemoryMeter, resolveMaxBytes } from "../reading/memory-limit.ts";
import type { OnRecord } from "../records/cells.ts";
import { createDelimitedScanner } from "../records/delimited-records.ts";
import { createCellWriter, createJsonScanner, textOfValue } from "../records/json-records.ts";
import { createRecordFeed, type RecordFeed } from "../records/record-feed.ts";
import { type FirstFile, readingOf } from "./describe-reading.ts";
import { createHeadFeed } from "./head-feed.ts";
import { createLetorParser } from "./letor.ts";
import { mergedDatasets } from "./merged-datasets.ts";
import { createEdgesCounter, createXmlCounter } from "./other-formats.ts";
import { createPrefLibParser } from "./preflib.ts";
import type { ReadPreferencesOptions } from "./read-options.ts";
import type { Container, Reading, RecognizedFormat } from "./reading.ts";
import { createTableSession, type TableStart } from "./table-session.ts";
import { createTierObjectCollector } from "./tier-objects.ts";
import { createTiersJsonlParser } from "./tiers-jsonl.ts";

/** Facts about a file that its bytes do not show. */
interface FileFacts {
  readonly gzip?: boolean;
  /** For graded documents without `qid`: the number of documents per query. */
  readonly querySizes?: ArrayLike<number>;
}

/** The observations of some files and how they were interpreted. */
export interface SessionResult extends Reduced {
  readonly reading: Reading;
}

/** Reads one or several files as one data set. */
export interface ReadingSession {
  /** Starts a text file, whose bytes then arrive in chunks. */
  openText(file: string, facts?: FileFacts): RecordFeed;
  /** Starts a table whose records are already divided into cells. */
  openTable(file: string, container: Container, start: TableStart): OnRecord;
  /** The format, once it is known. */
  format(): RecognizedFormat | undefined;
  /** The columns that the current table needs; undefined if all may be needed. */
  usedColumns(): readonly number[] | undefined;
  /** The observations, after the last file. */
  finish(): SessionResult;
}

/** Creates a session with the options of the caller. */
export function createReadingSession(options: ReadPreferencesOptions, { inspects = false } = {}): ReadingSession {
  const file = options.file ?? "input";
  const context: ReducerContext = {
    file,
    columnNames: [],
    missing: options.missing ?? "error",
    duplicates: options.duplicates ?? "error",
    memory: createMemoryMeter(file, options),
    itemNames: options.itemNames,
    counts: { rows: 0, duplicates: 0, skipped: {} },
  };
  const tables = createTableSession(context, options);
  const finished: Reduced[] = [];
  let first: FirstFile | undefined;

  function remember(facts: FirstFile): void {
    if (first !== undefined && first.format !== facts.format) {
      const words = `contains ${facts.format ?? "a table"}, but the files before it contain ${first.format ?? "a table"}`;
      throw new DatasetError(words, { file: context.file, option: "format" });
    }
    first ??= facts;
  }

  /** The feed of a text whose first bytes are known, in UTF-8. */
  function feedOf(source: DetectedSource, encoding: TextEncoding, { gzip = false, querySizes }: FileFacts): RecordFeed {
    if (source.kind === "delimited") {
      const { dialect } = source;
      const { delimiter, skipLines, commentHeader, records } = dialect;
      const named = Object.values(options.columns ?? {}).filter((column) => typeof column === "string");
      const header =
        commentHeader === undefined &&
        hasHeader(
          records,
          named.flatMap((column) => [column, ...column.split("+")]),
        );
      const names = commentHeader ?? (header ? headerNames(records[0].texts, records) : undefined);
      const container = delimiter === "\t" ? "tsv" : delimiter === " " ? "text" : "csv";
      remember({ container, encoding, delimiter, gzip, header: names !== undefined });
      const start = { names, records: header ? records.slice(1) : records, line: records[0]?.line ?? 1 };
      const onRecord = tables.begin(start);
      let isHeader = header;
      const scanner = createDelimitedScanner({
        delimiter,
        file: context.file,
        skipLines,
        onRecord(cells) {
          if (isHeader) {
            scanner.setWidth(names?.length ?? cells.count);
            isHeader = false;
          } else onRecord(cells);
        },
      });
      if (!header) scanner.setWidth(names?.length ?? records[0].texts.length);
      return createRecordFeed(scanner, context.file, resolveMaxBytes(options));
    }
    if (source.kind === "json") {
      const { names, records, container } = source;
      remember({ container, encoding, gzip, header: true });
      const onRecord = tables.begin({ names, records, line: 1 });
      const writer = createCellWriter();
      const scanner = createJsonScanner(context.file, (value, line) => {
        writer.start(line);
        for (const name of names) writer.add(textOfValue(value[name]));
        onRecord(writer.cells);
      });
      return createRecordFeed(scanner, context.file, resolveMaxBytes(options));
    }
    const { format, container } = source;
    const stated = format === "tier-object" ? "tier-list" : format;
    remember({ format: stated, container, encoding, gzip });
    if (format === "tier-object") {
      const collector = createTierObjectCollector(context);
      const feed = createRecordFeed(
        createJsonScanner(context.file, collector.add),
        context.file,
        resolveMaxBytes(options),
      );
      return { push: feed.push, finish: afterwards(feed.finish, collector.finish) };
    }
    if (format === "tiers" && container === "json") {
      const parser = counted(lineParser(format, undefined));
      const scanner = createJsonScanner(context.file, (value, line) => parser.line(JSON.stringify(value), line));
      const feed = createRecordFeed(scanner, context.file, resolveMaxBytes(options));
      return { push: feed.push, finish: afterwards(feed.finish, parser.finish) };
    }
    const feed = feedBytes(counted(lineParser(stated, querySizes)), context.file, options);
    return { push: feed.push, finish: () => void finished.push(feed.finish()) };
  }

  /** Ends a file and keeps its observations. */
  function afterwards(end: () => void, result: () => Reduced): () => void {
    return () => {
      end();
      finished.push(result());
    };
  }

  /** Counts the lines that are neither empty nor comments, for formats whose parsers do not. */
  function counted(parser: LineParser<Reduced> & { readonly countsRows?: boolean }): LineParser<Reduced> {
    if (parser.countsRows === true) return parser;
    return {
      line(text, line) {
        parser.line(text, line);
        if (text.trim() !== "" && !text.startsWith("#")) context.counts.rows++;
      },
      finish: parser.finish,
    };
  }

  function lineParser(
    format: RecognizedFormat,
    querySizes: ArrayLike<number> | undefined,
  ): LineParser<Reduced> & { countsRows?: boolean } {
    const { file: _, ...others } = options;
    const source = { file: context.file, ...others };
    switch (format) {
      case "preflib":
        return createPrefLibParser(source);
      case "letor":
        return createLetorParser({
          file: context.file,
          ...(options.maxBytes && { maxBytes: options.maxBytes }),
          ...(querySizes && { querySizes }),
        });
      case "tiers":
        return createTiersJsonlParser(source);
      case "tier-list":
        return { ...createTierListParser(context), countsRows: true };
      case "orders":
        return { ...createOrderLinesParser(context, options.rest), countsRows: true };
      case "xml":
        if (inspects) return createXmlCounter(context.counts);
        throw new DatasetError(
          "is multi-label data in the format of the extreme classification repository (rows of features and labels); expected preferences",
          { file: context.file },
        );
      default:
        if (inspects) return createEdgesCounter();
        throw new DatasetError(
          'contains preference graphs, {"edges": …}, which rank breaking turns into tiers; expected preferences',
          { file: context.file },
        );
    }
  }

  return {
    openText(name, facts = {}) {
      context.file = name;
      return createHeadFeed(name, options, (head, isWhole, encoding) =>
        feedOf(
          detectSource(head, isWhole, { file: name, format: options.format, delimiter: options.delimiter }),
          encoding,
          facts,
        ),
      );
    },
    openTable(name, container, start) {
      context.file = name;
      remember({ container, gzip: false, header: start.names !== undefined });
      return tables.begin(start);
    },
    format: () => tables.plan()?.format ?? first?.format,
    usedColumns: () => (options.keep === undefined ? Object.values(tables.plan()?.columns ?? {}).flat() : undefined),
    finish() {
      const plan = tables.plan();
      const reduced = tables.reducer()?.finish() ?? mergedDatasets(finished);
      const format = plan?.format ?? first?.format ?? "tiers";
      if (reduced.preferences.length === 0 && (reduced.observations ?? 0) === 0) {
        const { skipped } = context.counts;
        const reasons = Object.entries(skipped).map(([reason, count]) => `${count} rows skipped: ${reason}`);
        throw new DatasetError(`contains no observations${reasons.length > 0 ? ` (${reasons.join("; ")})` : ""}`, {
          file: context.file,
        });
      }
      return { ...reduced, reading: readingOf({ first, context, plan, reduced, format, options }) };
    },
  };
}

/**
 * The names in a header. One name fewer than fields means that the first field is the name of the row, as R writes tables, unless the last field
 * is always empty because lines end with a delimiter, or the values of the first field repeat.
 */
function headerNames(texts: readonly string[], records: readonly { texts: readonly string[] }[]): string[] {
  const names = texts.map((text) => text.trim());
  const rows = records.slice(1).map((record) => record.texts);
  const isWider = rows.length > 0 && rows.every((row) => row.length === names.length + 1);
  const isEnded = rows.every((row) => row.at(-1) === "");
  const isNamed = new Set(rows.map(([first]) => first)).size === rows.length;
  return isWider && !isEnded && isNamed ? ["", ...names] : names;
}
