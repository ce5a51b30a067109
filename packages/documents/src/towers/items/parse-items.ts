import { readChunks } from "@tierwise/data/files";
import { DatasetError } from "@tierwise/data/parse";
import { parseDecimal, quoted } from "@tierwise/data/reading";
import { splitRecord } from "../../reading/csv-lines.ts";
import type { ItemFeatures } from "./item-features.ts";

/** Options for {@link parseItems} and {@link readItems}. */
export interface ParseItemsOptions {
  /** The column that names the items. Default: the first. */
  readonly itemColumn?: string;
  /** The columns to use as features. Default: all except the item column, `title` and `name`. */
  readonly featureColumns?: readonly string[];
  /** The name of the file in error messages. Default: `"items"`. */
  readonly file?: string;
}

const titleNames = ["title", "name"];
/** A text column without lists is assumed to identify items, not to describe them, if it has more values than this share of the items. */
const mostDistinct = 0.5;

interface Column {
  readonly name: string;
  readonly at: number;
}

/**
 * Parses items with their features from CSV with a header. A column in which all cells are numbers is one feature; an empty cell is an
 * unknown value. In any other column, each value is a feature `column=value` that is 1 or 0, and a cell may list several values, separated
 * by `|`.
 *
 * @param text - The CSV, separated by commas, tabs or semicolons.
 * @param options - The columns.
 * @throws DatasetError if the text is not such a table, an item occurs twice, or most items have different values in a text column.
 *
 * @example
 * ```ts
 * import { parseItems } from "@tierwise/documents";
 *
 * const items = parseItems("movieId,title,genres,year\n1,Toy Story,Animation|Comedy,1995\n2,Heat,Crime,1995\n");
 * console.log(items.featureNames.join(", ")); // genres=Animation, genres=Comedy, genres=Crime, year
 * console.log(items.itemNames.join(" "), items.itemTitles?.[0]); // 1 2 Toy Story
 * ```
 */
export function parseItems(text: string, options: ParseItemsOptions = {}): ItemFeatures {
  const { file = "items" } = options;
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const delimiter = ["\t", ";", ","].find((each) => lines[0].includes(each)) ?? ",";
  const header = splitRecord(lines[0], delimiter).map((name) => name.trim());
  const { item, title, columns } = chooseColumns(header, options, file);
  const rows: string[][] = [];
  const seen = new Set<string>();
  for (const [l, line] of lines.entries()) {
    if (l === 0 || line.trim() === "") continue;
    const cells = splitRecord(line, delimiter).map((cell) => cell.trim());
    const fail = (problem: string): DatasetError => new DatasetError(problem, { file, line: l + 1 });
    if (cells.length !== header.length) {
      throw fail(`the number of fields is ${cells.length}; expected ${header.length}, as in the header`);
    }
    if (seen.has(cells[item])) throw fail(`item ${quoted(cells[item])} occurs twice; expected one line per item`);
    seen.add(cells[item]);
    rows.push(cells);
  }
  if (rows.length === 0) throw new DatasetError("the file has no items", { file });
  const table = encode(rows, columns, file);
  return {
    itemNames: rows.map((cells) => cells[item]),
    ...table,
    ...(title >= 0 && { itemTitles: rows.map((cells) => cells[title]) }),
  };
}

/**
 * Reads items with their features from a CSV file, plain or gzipped; see {@link parseItems}.
 *
 * @param path - The file.
 * @param options - The columns.
 */
export async function readItems(path: string, options: ParseItemsOptions = {}): Promise<ItemFeatures> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of readChunks(path)) text += decoder.decode(chunk, { stream: true });
  return parseItems(text + decoder.decode(), { file: path, ...options });
}

function chooseColumns(header: readonly string[], options: ParseItemsOptions, file: string) {
  const find = (name: string): number => {
    const at = header.indexOf(name);
    if (at >= 0) return at;
    const found = header.map((each) => quoted(each)).join(", ");
    throw new DatasetError(`the header has ${found}; expected a column ${quoted(name)}`, { file, line: 1 });
  };
  const item = options.itemColumn === undefined ? 0 : find(options.itemColumn);
  const title = header.findIndex((name, at) => at !== item && titleNames.includes(name.toLowerCase()));
  const all = header.map((name, at) => ({ name, at }));
  const columns =
    options.featureColumns?.map((name) => ({ name, at: find(name) })) ??
    all.filter(({ at }) => at !== item && at !== title);
  if (columns.length === 0) throw new DatasetError("the header has no feature column", { file, line: 1 });
  return { item, title, columns };
}

function encode(
  rows: readonly string[][],
  columns: readonly Column[],
  file: string,
): Pick<ItemFeatures, "featureNames" | "features"> {
  const entries: [feature: number, value: number][][] = rows.map(() => []);
  const featureNames: string[] = [];
  for (const { name, at } of columns) {
    const cells = rows.map((row) => row[at]);
    const numbers = cells.map((cell) => (cell === "" ? 0 : Math.fround(parseDecimal(cell))));
    if (numbers.every(Number.isFinite)) {
      for (const [i, value] of numbers.entries()) if (cells[i] !== "") entries[i].push([featureNames.length, value]);
      featureNames.push(name);
      continue;
    }
    const values = [...new Set(cells.flatMap(listed))].sort();
    if (values.length > mostDistinct * rows.length && !cells.some((cell) => cell.includes("|")) && rows.length > 20) {
      const some = `column ${quoted(name)} has ${values.length} different texts for ${rows.length} items`;
      throw new DatasetError(`${some}; expected categories or numbers; choose other feature columns`, { file });
    }
    const numberOf = new Map(values.map((value, v) => [value, featureNames.length + v]));
    for (const [i, cell] of cells.entries()) {
      for (const value of new Set(listed(cell))) entries[i].push([numberOf.get(value) ?? 0, 1]);
    }
    featureNames.push(...values.map((value) => `${name}=${value}`));
  }
  const indptr = Int32Array.from([0, ...entries.map((row) => row.length)]);
  for (let i = 1; i < indptr.length; i++) indptr[i] += indptr[i - 1];
  const flat = entries.flatMap((row) => row.sort(([a], [b]) => a - b));
  return {
    featureNames,
    features: {
      indptr,
      indices: Int32Array.from(flat, ([feature]) => feature),
      values: Float32Array.from(flat, ([, value]) => value),
    },
  };
}

function listed(cell: string): string[] {
  return cell
    .split("|")
    .map((value) => value.trim())
    .filter((value) => value !== "");
}
