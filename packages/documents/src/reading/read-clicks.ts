import { readLines } from "@tierwise/data/files";
import { DatasetError } from "@tierwise/data/parse";
import { parseDecimal, quoted } from "@tierwise/data/reading";
import type { ClickedDocuments } from "../clicks/clicked-documents.ts";
import { type CsvColumns, type CsvLine, createCsvLines, type OtherColumn } from "./csv-lines.ts";
import { listsOfLines } from "./csv-rows.ts";

/** The columns of a click log. */
export interface ClickColumns extends Omit<CsvColumns, "gradeColumn"> {
  /** The column with clicks: 1 or true if clicked, otherwise 0 or false. Default: `click`, `clicked`, `is_click` or `is_clicked`. */
  readonly clickColumn?: string;
  /** The column with the position at which the document was shown, from 1. Default: `position`, `pos` or `rank`. */
  readonly positionColumn?: string;
  /**
   * The column that identifies the page; a query may have several pages. Default: `page`, `page_id`, `session`, `session_id`, `impression`,
   * `impression_id` or `search_id`; without one, a page ends where the query changes or the position does not increase.
   */
  readonly pageColumn?: string;
}

/** Options for {@link parseClicks}. */
export interface ParseClicksOptions extends ClickColumns {
  /** The name of the file in error messages. Default: `"input"`. */
  readonly file?: string;
}

const clickNames = ["click", "clicked", "is_click", "is_clicked"];
const positionNames = ["position", "pos", "rank"];
const pageNames = ["page", "page_id", "session", "session_id", "impression", "impression_id", "search_id"];

/**
 * Parses a click log: CSV with a header and one line per document that was shown, with columns for the query, the position and the click. All
 * other numeric columns are features.
 *
 * @param text - The contents of the file.
 * @param options - The columns.
 *
 * @example
 * ```ts
 * import { parseClicks } from "@tierwise/documents";
 *
 * const text = "query,document,position,click,match\ntea,a,1,1,0.5\ntea,b,2,0,0.9\ntea,b,1,1,0.9\n";
 * const { lists, log } = parseClicks(text); // two pages for one query
 * console.log(lists.offsets.join(" "), "|", log.positions.join(" "), "|", log.clicks.join(" ")); // 0 2 3 | 1 2 1 | 1 0 1
 * ```
 */
export function parseClicks(text: string, options: ParseClicksOptions = {}): ClickedDocuments {
  const parser = createClickRows(options.file ?? "input", options);
  for (const [i, line] of text.split(/\r?\n/).entries()) parser.line(line, i + 1);
  return parser.finish();
}

/**
 * Reads a click log from a file, plain or gzipped; see {@link parseClicks}.
 *
 * @param path - The file.
 * @param options - The columns.
 */
export async function readClicks(path: string, options: ClickColumns = {}): Promise<ClickedDocuments> {
  const parser = createClickRows(path, options);
  await readLines(path, (text, line) => parser.line(text, line));
  return parser.finish();
}

interface Shown {
  readonly line: CsvLine;
  readonly position: number;
  readonly clicked: boolean;
}

function createClickRows(file: string, options: ClickColumns) {
  const { clickColumn, positionColumn, pageColumn } = options;
  const others: readonly OtherColumn[] = [
    { meaning: "clicks", given: clickColumn, usual: clickNames, optional: false },
    { meaning: "positions", given: positionColumn, usual: positionNames, optional: false },
    { meaning: "pages", given: pageColumn, usual: pageNames, optional: true },
  ];
  const parser = createCsvLines(file, { ...options, unrated: true }, others);
  const pages = new Map<string, Shown[]>();
  let last: readonly Shown[] = [];
  return {
    line(text: string, number: number): void {
      const line = parser.read(text, number);
      if (line === undefined) return;
      const [click, place, page] = line.others;
      const shown = { line, position: positionOf(place, line), clicked: isClicked(click, line) };
      const before = last.at(-1);
      const continues = before?.line.query === line.query && before.position < shown.position;
      // Without a page column, pages are numbered in file order.
      const key = page === undefined ? `${pages.size + (continues ? 0 : 1)}` : JSON.stringify([line.query, page]);
      const own = pages.get(key) ?? [];
      pages.set(key, own);
      if (page !== undefined && own.some(({ position }) => position === shown.position)) {
        throw line.fail(
          `page ${quoted(page)} of query ${quoted(line.query)} has position ${shown.position} twice; expected each position once per page`,
        );
      }
      own.push(shown);
      last = own;
    },

    finish(): ClickedDocuments {
      if (pages.size === 0) throw new DatasetError("the file has no documents", { file });
      const all = [...pages.values()].flat();
      const lists = listsOfLines(
        Array.from(pages.values(), (page) => page.map(({ line }) => line)),
        parser,
      );
      const numbers = new Map<string, number>();
      return {
        lists: {
          ...lists,
          grades: new Float32Array(all.length),
          listNames: Array.from(pages.values(), ([{ line }]) => line.query),
        },
        log: {
          offsets: lists.offsets,
          positions: Int32Array.from(all, ({ position }) => position),
          clicks: Uint8Array.from(all, ({ clicked }) => (clicked ? 1 : 0)),
        },
        documents: Int32Array.from(all, ({ line }) => {
          const key = JSON.stringify([line.query, line.name ?? line.row]);
          const number = numbers.get(key) ?? numbers.size;
          numbers.set(key, number);
          return number;
        }),
      };
    },
  };
}

function positionOf(text: string | undefined, { fail }: CsvLine): number {
  const position = parseDecimal(text ?? "");
  if (Number.isInteger(position) && position >= 1 && position < 1e6) return position;
  throw fail(
    `the position is ${quoted(text ?? "")}; expected an integer of at least 1, where 1 is the top of the page`,
  );
}

function isClicked(text: string | undefined, { fail }: CsvLine): boolean {
  if (/^(1|true|yes)$/i.test(text ?? "")) return true;
  if (/^(0|false|no)$/i.test(text ?? "")) return false;
  throw fail(`the click is ${quoted(text ?? "")}; expected 0 or 1`);
}
