import { type DetectedSource, detectSource } from "../detection/detect-source.ts";
import type { TextEncoding } from "../encoding/text-encoding.ts";
import { createHeadFeed } from "../encoding/text-encoding.ts";
import { createOrderLinesParser } from "../layouts/order-lines.ts";
import type { Reduced, ReducerContext } from "../layouts/reducer.ts";
import { createTierListParser } from "../layouts/tier-list.ts";
import { DatasetError } from "../reading/dataset-error.ts";
import { feedBytes, type LineParser } from "../reading/lines.ts";
import { createMemoryMeter } from "../reading/memory-limit.ts";
import type { OnRecord } from "../records/cells.ts";
import type { RecordFeed } from "../records/record-feed.ts";
import { type FirstFile, readingOf } from "./describe-reading.ts";
import { createLetorParser } from "./letor.ts";
import { mergedDatasets } from "./merged-datasets.ts";
import { createEdgesCounter, createXmlCounter } from "./other-formats.ts";
import { createPrefLibParser, isPrefLib } from "./preflib.ts";
import type { ReadPreferencesOptions } from "./read-options.ts";
import type { Container, Reading, RecognizedFormat } from "./reading.ts";
import { createJsonFeed, createTableFeed } from "./table-feed.ts";
import { createTableSession, type TableSession, type TableStart } from "./table-session.ts";
import { createTierObjectCollector } from "./tier-objects.ts";
import { createTiersJsonlParser } from "./tiers-jsonl.ts";

/** Information about a file that its decompressed bytes do not contain. */
export interface FileFacts {
  readonly gzip?: boolean;
  /** For graded documents without `qid`: the number of documents per query. */
  readonly querySizes?: ArrayLike<number>;
}

/** The observations in one or several files, and how the files were interpreted. */
export interface SessionResult extends Reduced {
  readonly reading: Reading;
}

/** Reads one or several files as one dataset. */
export interface ReadingSession {
  /** Starts a text file, whose bytes then arrive in chunks. */
  openText(file: string, facts?: FileFacts): RecordFeed;
  /** Starts a table whose records are already split into cells. */
  openTable(file: string, container: Container, start: TableStart): OnRecord;
  /** The detected format; undefined until it is known. */
  format(): RecognizedFormat | undefined;
  /** The columns of the current table that are needed; undefined if all columns may be needed. */
  usedColumns(): readonly number[] | undefined;
  /** Returns the observations after the last file. */
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
  const finished: Reduced[] = [];
  let tables: TableSession | undefined;
  let first: FirstFile | undefined;

  function openTables(): TableSession {
    tables ??= createTableSession(context, options);
    return tables;
  }

  function remember(facts: FirstFile): void {
    if (first !== undefined && first.format !== facts.format) {
      const words = `contains ${facts.format ?? "a table"}, but the files before it contain ${first.format ?? "a table"}`;
      throw new DatasetError(words, { file: context.file, option: "format" });
    }
    first ??= facts;
  }

  /** Creates the feed for UTF-8 text, given its first bytes. */
  function feedOf(source: DetectedSource, encoding: TextEncoding, { gzip = false, querySizes }: FileFacts): RecordFeed {
    if (source.kind !== "lines") {
      return createTableFeed(source, context.file, options, (facts, start) => {
        remember({ ...facts, encoding, gzip });
        return openTables().begin(start);
      });
    }
    const { format, container } = source;
    remember({ format: format === "tier-object" ? "tier-list" : format, container, encoding, gzip });
    if (format === "tier-object") {
      const collector = createTierObjectCollector(context);
      return createJsonFeed(collector.add, () => void finished.push(collector.finish()), context.file, options);
    }
    const parser = counted(lineParser(format, querySizes));
    if (container === "json") {
      const onValue = (value: unknown, line: number): void => parser.line(JSON.stringify(value), line);
      return createJsonFeed(onValue, () => void finished.push(parser.finish()), context.file, options);
    }
    const feed = feedBytes(parser, context.file, options);
    return { push: feed.push, finish: () => void finished.push(feed.finish()) };
  }

  /** Counts the lines that are neither empty nor comments, for formats whose parsers do not count them. */
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
      const { format, delimiter } = options;
      return createHeadFeed(name, options, (head, isWhole, encoding) => {
        const start = new TextDecoder().decode(head).trimStart();
        const source: DetectedSource = isPrefLib(start, name, format)
          ? { kind: "lines", format: "preflib", container: "text" }
          : detectSource(head, isWhole, { file: name, format, delimiter });
        return feedOf(source, encoding, facts);
      });
    },
    openTable(name, container, start) {
      context.file = name;
      remember({ container, gzip: false, header: start.names !== undefined });
      return openTables().begin(start);
    },
    format: () => tables?.plan()?.format ?? first?.format,
    usedColumns: () => (options.keep === undefined ? Object.values(tables?.plan()?.columns ?? {}).flat() : undefined),
    finish() {
      const plan = tables?.plan();
      const reduced = tables?.reducer()?.finish() ?? (finished.length === 1 ? finished[0] : mergedDatasets(finished));
      const format = plan?.format ?? first?.format ?? "tiers";
      if (reduced.preferences.length === 0 && (reduced.observations ?? 0) === 0) {
        const { skipped } = context.counts;
        const reasons = Object.entries(skipped).map(
          ([reason, count]) => `${count} ${count === 1 ? "row" : "rows"} skipped: ${reason}`,
        );
        throw new DatasetError(`contains no observations${reasons.length > 0 ? ` (${reasons.join("; ")})` : ""}`, {
          file: context.file,
        });
      }
      return { ...reduced, reading: readingOf({ first, context, plan, reduced, format, options }) };
    },
  };
}
