import { DatasetError } from "@tierwise/data/parse";
import { type DocumentLists, sharedFloats } from "../lists/document-lists.ts";
import { type CsvColumns, type CsvLine, createCsvLines } from "./csv-lines.ts";

/** Whether text starts with a CSV header: a first line with a comma, tab or semicolon and no `feature:value`. */
export function looksLikeCsv(start: string): boolean {
  const [first] = start.split("\n", 1);
  return /[,\t;]/.test(first) && !/^\s*\S+\s+(qid:|\d+:)/.test(first);
}

export interface CsvRowsParser {
  line(text: string, line: number): void;
  finish(): DocumentLists;
}

/** Parses CSV; documents of a query are grouped in file order. */
export function createCsvRows(file: string, columns: CsvColumns & { readonly unrated?: boolean }): CsvRowsParser {
  const parser = createCsvLines(file, columns);
  const lists = new Map<string, CsvLine[]>();
  return {
    line(text, line) {
      const document = parser.read(text, line);
      if (document === undefined) return;
      const list = lists.get(document.query) ?? [];
      lists.set(document.query, list);
      list.push(document);
    },
    finish() {
      if (lists.size === 0) throw new DatasetError("the file has no documents", { file });
      return { ...listsOfLines([...lists.values()], parser), listNames: [...lists.keys()] };
    },
  };
}

export function listsOfLines(
  lists: readonly (readonly CsvLine[])[],
  { featureNames, hasNames, ignoredColumns }: ReturnType<typeof createCsvLines>,
): DocumentLists {
  const all = lists.flat();
  const names = featureNames();
  const offsets = Int32Array.from([0, ...lists.map((list) => list.length)]);
  for (let l = 1; l < offsets.length; l++) offsets[l] += offsets[l - 1];
  const features = sharedFloats(all.length * names.length);
  for (const [i, { row }] of all.entries()) features.set(row, i * names.length);
  return {
    featureCount: names.length,
    offsets,
    features,
    grades: Float32Array.from(all, ({ grade }) => grade),
    featureNames: names,
    ...(ignoredColumns.length > 0 && { ignoredColumns }),
    ...(hasNames() && { documentNames: all.map(({ name }) => name ?? "") }),
  };
}
