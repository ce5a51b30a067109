import { isColumnWord } from "../columns/column-words.ts";
import { choiceNumber } from "../layouts/ballots.ts";
import { areOrderLines } from "../layouts/order-lines.ts";
import { areTierLists } from "../layouts/tier-list.ts";
import { DatasetError } from "../reading/dataset-error.ts";
import type { Delimiter } from "../records/delimited-records.ts";
import { type Dialect, detectDialect, SAMPLE, type SampleRecord } from "../records/dialect.ts";
import { createJsonScanner, textOfValue } from "../records/json-records.ts";
import { isHeaderlessXml, isXml } from "./xml-start.ts";

/** The formats of text files other than tables. */
type LineFormat = "preflib" | "letor" | "tier-list" | "orders" | "tiers" | "edges" | "xml" | "tier-object";

/** The format of text, as detected from its first bytes. */
export type DetectedSource =
  | { readonly kind: "lines"; readonly format: LineFormat; readonly container: "text" | "jsonl" | "json" }
  | { readonly kind: "delimited"; readonly dialect: Dialect }
  | {
      readonly kind: "json";
      readonly container: "jsonl" | "json";
      readonly names: readonly string[];
      readonly records: readonly SampleRecord[];
    };

/** The properties of the text that the caller specifies. */
export interface SourceHints {
  readonly file: string;
  readonly format: string | undefined;
  readonly delimiter: Delimiter | undefined;
}

/**
 * Detects the format of text from its content: JSON, the header of the extreme classification repository, graded documents, orders or tier
 * lists. Anything else is delimited text. PrefLib files must be recognized before this is called.
 *
 * @param head - The first bytes, in UTF-8.
 * @param isWhole - Whether `head` is the whole text.
 */
export function detectSource(head: Uint8Array, isWhole: boolean, hints: SourceHints): DetectedSource {
  const { file, format } = hints;
  const text = new TextDecoder().decode(head);
  const start = text.trimStart();
  if (start === "") throw new DatasetError("is empty; expected data", { file });
  const lines = text.split(/\r?\n/).slice(0, SAMPLE + 1);
  if (!isWhole && lines.length > 1) lines.pop();
  const asLines = (found: LineFormat): DetectedSource => ({ kind: "lines", format: found, container: "text" });
  if (format === "letor" || format === "tier-list") return asLines(format);
  if (start.startsWith("{") || /^\[\s*[{\]]/.test(start))
    return detectJson(head, isWhole, start.startsWith("["), hints);
  if (format === "tiers") return { kind: "lines", format: "tiers", container: "jsonl" };
  const filled = lines.filter((line) => line.trim() !== "");
  if (format === undefined && isXml(filled)) return asLines("xml");
  if (format === undefined && isLetor(filled)) return asLines("letor");
  if (format === undefined && isHeaderlessXml(filled)) {
    const problem =
      'looks like multi-label data; expected the first line to be "rows features labels", such as "100 50 10"';
    throw new DatasetError(problem, { file, line: 1 });
  }
  const isOrders = format === "orders";
  if ((format === undefined || isOrders) && areOrderLines(lines, isOrders)) return asLines("orders");
  if (format === undefined && areTierLists(lines)) return asLines("tier-list");
  const isHeaderWord = (word: string): boolean => isColumnWord(word) || choiceNumber(word) !== undefined;
  return { kind: "delimited", dialect: detectDialect(head, isWhole, file, hints.delimiter, isHeaderWord) };
}

function isLetor(lines: readonly string[]): boolean {
  const rows = lines.filter((line) => !line.trimStart().startsWith("#"));
  return rows.length > 0 && rows.every((line) => /^\s*[+-]?[\d.]+(\s+qid:\S+)?(\s+\d+:[^\s:]+)+\s*(#.*)?$/.test(line));
}

function detectJson(
  head: Uint8Array,
  isWhole: boolean,
  isArray: boolean,
  { file, format }: SourceHints,
): DetectedSource {
  const objects: { value: Readonly<Record<string, unknown>>; line: number }[] = [];
  const scanner = createJsonScanner(file, (value, line) => {
    if (objects.length < SAMPLE) objects.push({ value, line });
  });
  scanner.scan(head, 0, head.length, isWhole);
  const container = isArray ? "json" : "jsonl";
  const [first] = objects;
  if (first === undefined) throw new DatasetError("contains no JSON object; expected one per row", { file });
  if (Array.isArray(first.value["tiers"]) || format === "tiers") return { kind: "lines", format: "tiers", container };
  if ("tiers" in first.value && Object.keys(first.value).length <= 3)
    return { kind: "lines", format: "tiers", container };
  if (Array.isArray(first.value["edges"])) return { kind: "lines", format: "edges", container };
  const isTierObject = (value: Readonly<Record<string, unknown>>): boolean =>
    Object.keys(value).length > 1 &&
    Object.values(value).every(
      (part) => Array.isArray(part) && part.every((name) => typeof name === "string" || typeof name === "number"),
    );
  if (objects.every(({ value }) => isTierObject(value))) return { kind: "lines", format: "tier-object", container };
  const names = [...new Set(objects.flatMap(({ value }) => Object.keys(value)))];
  const records = objects.map(({ value, line }) => ({ line, texts: names.map((name) => textOfValue(value[name])) }));
  return { kind: "json", container, names, records };
}
