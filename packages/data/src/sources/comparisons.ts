import { DatasetError, quoted } from "../reading/dataset-error.ts";
import { parseDecimal } from "../reading/decimal.ts";
import { type LineParser, parseText } from "../reading/lines.ts";
import { createMemoryMeter, preferenceBytes } from "../reading/memory-limit.ts";
import { type DelimitedLayout, type Delimiter, detectDelimiter, layoutOf, splitFields } from "./delimited.ts";
import { createItemIndex } from "./item-index.ts";
import type { PreferenceDataset, TierSourceOptions } from "./preference-dataset.ts";

/** Options for {@link parseComparisons} and {@link readComparisons}. */
export interface ComparisonsOptions extends TierSourceOptions {
  /** The columns, each a 0-based number or a name in the header. Default: see {@link parseComparisons}. */
  readonly columns?: {
    /** The item that won. */
    readonly better?: number | string;
    /** The item that lost. */
    readonly worse?: number | string;
    /** The user who compared them. */
    readonly user?: number | string;
    /** The number of times that the comparison was observed. */
    readonly count?: number | string;
  };
  /** The field delimiter; `" "` is any white space. Default: detected from the first line. */
  readonly delimiter?: Delimiter;
  /** Items to number first, in this order, so that two files can share item numbers. New items follow in order of occurrence. */
  readonly itemNames?: readonly string[];
}

/** Comparisons as preferences, one per line. */
export interface ComparisonsDataset extends PreferenceDataset {
  /** The users in order of first occurrence; a single user with an empty name if the file has no user column. */
  readonly users: readonly string[];
  /** The user of each comparison, as an index into `users`. */
  readonly userOf: Int32Array;
}

type Column = "better" | "worse" | "user" | "count";
type Places = Partial<Record<Column, number>>;

const words: Readonly<Record<Column, readonly string[]>> = {
  better: ["better", "winner"],
  worse: ["worse", "loser"],
  user: ["user", "userid", "judge", "voter"],
  count: ["count", "weight"],
};

/**
 * Parses pairwise comparisons, one per line, into preferences of one item over another.
 *
 * Lines are `better,worse` or, with three fields, `user,better,worse`, delimited by commas, tabs, semicolons, `::` or white space.
 * A first line that contains `better` and `worse` (or `winner` and `loser`) is a header and determines the columns; it may also
 * contain `user` and `count`.
 *
 * @param text - The text of the file.
 * @param options - Columns, delimiter, and items to number first.
 * @throws DatasetError if a line lacks a field, compares an item with itself, or has an invalid or negative count.
 *
 * @example
 * ```ts
 * import { parseComparisons } from "@tierwise/data";
 *
 * const { itemNames, preferences, weights } = parseComparisons("winner,loser,count\ntea,milk,3\nmilk,rice,1\n");
 * console.log(itemNames, weights); // [ 'tea', 'milk', 'rice' ] Float64Array(2) [ 3, 1 ]
 * console.log(preferences[1].tiers); // [ Int32Array(1) [ 1 ], Int32Array(1) [ 2 ] ]
 * ```
 */
export function parseComparisons(text: string, options: ComparisonsOptions = {}): ComparisonsDataset {
  return parseText(text, createComparisonsParser(options));
}

/** The parser behind {@link parseComparisons}. */
export function createComparisonsParser(
  options: ComparisonsOptions,
): LineParser<ComparisonsDataset> & { layout(): DelimitedLayout | undefined } {
  const { file = "input" } = options;
  const memory = createMemoryMeter(file, options);
  const items = createItemIndex(memory, options.itemNames);
  const users = createItemIndex(memory);
  const pairs: [better: number, worse: number][] = [];
  const userOf: number[] = [];
  const weights: number[] = [];
  let delimiter = options.delimiter;
  let places: Places | undefined;
  let layout: DelimitedLayout | undefined;

  return {
    layout: () => layout,
    line(text, line) {
      if (text.trim() === "") return;
      delimiter ??= detectDelimiter(text);
      const fields = splitFields(text, delimiter)?.map((field) => field.trim());
      if (fields === undefined)
        throw new DatasetError("a quote is not closed, or is followed by other text", { file, line });
      if (places === undefined) {
        const header = headerPlaces(fields);
        const problem = header === undefined && options.columns === undefined ? halfHeaderProblem(fields) : undefined;
        if (problem !== undefined) throw new DatasetError(problem, { file, line });
        const named = Object.values(options.columns ?? {}).some((column) => typeof column === "string");
        places = located(fields, header, options.columns, (problem) => new DatasetError(problem, { file, line }));
        const isHeader = header !== undefined || named;
        layout = layoutOf(fields, delimiter, isHeader, { better: 0, worse: 1, ...places });
        if (isHeader) return;
      }
      const { better = 0, worse = 1, user, count } = places;
      const [winner, loser] = [fields[better], fields[worse]];
      if (winner === undefined || loser === undefined) {
        const needed = Math.max(better, worse) + 1;
        throw new DatasetError(`expected at least ${needed} fields, found ${fields.length}`, { file, line });
      }
      if (winner === loser) throw new DatasetError(`${quoted(winner)} is compared with itself`, { file, line });
      const times = count === undefined ? 1 : parseDecimal(fields[count] ?? "");
      if (!(times >= 0 && times < Number.POSITIVE_INFINITY)) {
        throw new DatasetError(`count ${quoted(fields[count ?? 0] ?? "")} is not a number of at least 0`, {
          file,
          line,
        });
      }
      memory.take(preferenceBytes(2, 2), line);
      pairs.push([items.of(winner, line), items.of(loser, line)]);
      userOf.push(users.of(user === undefined ? "" : (fields[user] ?? ""), line));
      weights.push(times);
    },
    finish: () => ({
      itemNames: items.names,
      users: users.names,
      userOf: Int32Array.from(userOf),
      preferences: pairs.map((pair) => ({ tiers: pair.map((item) => Int32Array.of(item)), rest: "unobserved" })),
      weights: Float64Array.from(weights),
    }),
  };
}

/** The positions of the columns in a header; undefined if the fields are not a header. */
function headerPlaces(fields: readonly string[]): Places | undefined {
  const places: Places = {};
  for (const column of Object.keys(words) as Column[]) {
    const at = fields.findIndex((field) => words[column].includes(field.toLowerCase()));
    if (at >= 0) places[column] = at;
  }
  return places.better === undefined || places.worse === undefined ? undefined : places;
}

/** Describes a first line that names only one side of a comparison: if it were read as data, its fields would become items. */
function halfHeaderProblem(fields: readonly string[]): string | undefined {
  const has = (column: Column): string | undefined =>
    fields.find((field) => words[column].includes(field.toLowerCase()));
  const found = has("better") ?? has("worse");
  if (found === undefined) return undefined;
  const missing = has("better") === undefined ? words.better : words.worse;
  return `the header has ${quoted(found)} but neither ${missing.join(" nor ")}; expected both, or the columns option`;
}

/** The positions of the columns: from the options, else from the header, else from the number of fields. */
function located(
  fields: readonly string[],
  header: Places | undefined,
  columns: ComparisonsOptions["columns"] = {},
  problem: (text: string) => Error,
): Places {
  const guessed = fields.length === 3 && Object.keys(columns).length === 0;
  const places: Places = { ...(header ?? (guessed ? { user: 0, better: 1, worse: 2 } : {})) };
  for (const [name, column] of Object.entries(columns) as [Column, number | string | undefined][]) {
    if (column === undefined) continue;
    const at = typeof column === "number" ? column : fields.indexOf(column);
    if (at < 0) throw problem(`there is no column ${quoted(String(column))}`);
    places[name] = at;
  }
  return places;
}

/** Whether the first line of a delimited file is a header of comparisons: one of its fields is `better` or `winner`. */
export function isComparisonsHeader(line: string, delimiter: Delimiter = detectDelimiter(line)): boolean {
  const fields = splitFields(line, delimiter) ?? [];
  return fields.some((field) => words.better.includes(field.trim().toLowerCase()));
}
