import { readLines } from "../files/read-file.ts";
import { DatasetError, quoted } from "../reading/dataset-error.ts";
import type { MemoryOptions } from "../reading/memory-limit.ts";
import { type Delimiter, detectDelimiter, splitFields } from "../sources/delimited.ts";

/** The result of {@link readTitles}. */
export interface ItemTitles {
  /** The title of each item; its name if the file has no title for it. */
  readonly titles: readonly string[];
  /** The number of items without a title. */
  readonly missing: number;
}

const idColumn = /^(id|item|item_?id|movie_?id|product|product_?id|book_?id|track_?id|name)$/i;
const titleColumn = /^(title|name|label|text)$/i;

/**
 * Reads the titles of items from a file with the columns `id` and `title`, such as `movieId,title,genres`, plain or gzipped. A header names
 * the columns; without one, the first two columns are taken.
 *
 * @param path - The file.
 * @param itemNames - The names of the items, as the file's column of ids contains them.
 * @param options - The memory limit.
 * @throws DatasetError if the header names no column of titles, or if no item has a title.
 *
 * @example
 * ```ts
 * import { mkdtempSync, writeFileSync } from "node:fs";
 * import { join } from "node:path";
 * import { tmpdir } from "node:os";
 * import { readTitles } from "@tierwise/data";
 *
 * const path = join(mkdtempSync(join(tmpdir(), "tierwise-")), "movies.csv");
 * writeFileSync(path, 'movieId,title,genres\n2,Heat,Crime\n1,"Tea, Milk",Drama\n');
 * console.log(await readTitles(path, ["1", "2", "3"])); // { titles: [ 'Tea, Milk', 'Heat', '3' ], missing: 1 }
 * ```
 */
export async function readTitles(
  path: string,
  itemNames: readonly string[],
  options: MemoryOptions = {},
): Promise<ItemTitles> {
  const itemOf = new Map(itemNames.map((name, item) => [name, item]));
  const titles = [...itemNames];
  const found = new Set<number>();
  let delimiter: Delimiter | undefined;
  let columns: { readonly id: number; readonly title: number } | undefined;
  let number = 0;
  const onLine = (line: string): void => {
    number++;
    if (line.trim() === "") return;
    delimiter ??= detectDelimiter(line);
    const fields = splitFields(line, delimiter)?.map((field) => field.trim());
    if (fields === undefined) {
      throw new DatasetError("a quote is not closed, or is followed by other text", { file: path, line: number });
    }
    if (columns === undefined) {
      columns = columnsOf(fields, itemOf, path);
      if (!itemOf.has(fields[columns.id])) return;
    }
    const item = itemOf.get(fields[columns.id] ?? "");
    const title = fields[columns.title];
    if (item === undefined || title === undefined || title === "") return;
    titles[item] = title;
    found.add(item);
  };
  await readLines(path, onLine, options);
  if (found.size === 0) {
    throw new DatasetError(
      `has a title for none of ${itemNames.length} items, such as ${quoted(itemNames[0] ?? "")}; expected the columns id and title`,
      { file: path },
    );
  }
  return { titles, missing: itemNames.length - found.size };
}

/** The columns of ids and titles, by the names in a header. */
function columnsOf(
  fields: readonly string[],
  itemOf: ReadonlyMap<string, number>,
  path: string,
): { readonly id: number; readonly title: number } {
  if (itemOf.has(fields[0]) && fields.length > 1) return { id: 0, title: 1 };
  const id = fields.findIndex((name) => idColumn.test(name));
  const title = fields.findIndex((name, at) => at !== id && titleColumn.test(name));
  if (id >= 0 && title >= 0) return { id, title };
  throw new DatasetError(
    `its first line is ${fields.map(quoted).join(", ")}; expected a header with the columns id and title`,
    { file: path, line: 1 },
  );
}
