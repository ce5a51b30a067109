import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { readChunks, readLines } from "@tierwise/data/files";
import { DatasetError, quoted } from "@tierwise/data/reading";
import type { DocumentLists } from "../lists/document-lists.ts";
import type { CsvColumns } from "./csv-lines.ts";
import { createCsvRows, looksLikeCsv } from "./csv-rows.ts";
import { createLetorRows, smallBytes } from "./letor-rows.ts";
import { listsOfRows } from "./lists-of-rows.ts";

const LINE_FEED = 10;

/** Options for {@link parseDocuments}. */
export interface ParseDocumentsOptions extends CsvColumns {
  /** The number of features, for example a model's `featureCount`. Default: one more than the largest index in the file. */
  readonly featureCount?: number;
  /** Whether grades may be missing, as in documents to rank; missing grades are 0. Default: false. */
  readonly unrated?: boolean;
  /** The number of documents of each query, for lines without `qid`. */
  readonly querySizes?: ArrayLike<number>;
  /** The name of the file in error messages. Default: `"input"`. */
  readonly file?: string;
}

/**
 * Parses graded documents: LETOR and SVMlight lines `grade qid:7 1:0.5 3:2 # docid = GX-1`, or CSV with a header that has a column for
 * the query and one for the grade. Feature numbers are kept: if a file starts at 1, feature 0 is always 0. Missing features are 0.
 * All other numeric columns of a CSV file are features, in the order of the header. To read lists for a model, pass its `featureNames`:
 * columns are then matched by name.
 *
 * @param text - The contents of the file.
 * @param options - The number of features, the sizes of queries, and the columns of CSV files.
 *
 * @example
 * ```ts
 * import { parseDocuments } from "@tierwise/documents";
 *
 * const { offsets, grades, featureCount } = parseDocuments("2 qid:7 1:0.5 2:1\n0 qid:7 1:0.1\n1 qid:8 2:3\n");
 * console.log(offsets.join(" "), "|", grades.join(" "), "|", featureCount); // 0 2 3 | 2 0 1 | 3
 *
 * const csv = parseDocuments("query,grade,clicks\ntea,1,30\ntea,0,2\n");
 * console.log(csv.listNames, csv.featureNames, csv.features.join(" ")); // [ 'tea' ] [ 'clicks' ] 30 2
 * ```
 */
export function parseDocuments(text: string, options: ParseDocumentsOptions = {}): DocumentLists {
  const { file = "input", querySizes } = options;
  if (looksLikeCsv(text.slice(0, 4096))) {
    const parser = createCsvRows(file, options);
    for (const [i, line] of text.split(/\r?\n/).entries()) parser.line(line, i + 1);
    return parser.finish();
  }
  const { featureCount, unrated } = options;
  const parser = createLetorRows({ file, featureCount, unrated });
  parser.push(new TextEncoder().encode(`${text}\n`));
  return listsOfRows(parser.rows, file, querySizes);
}

/** Options for {@link readDocuments}. */
export interface ReadDocumentsOptions extends Omit<ParseDocumentsOptions, "file" | "querySizes"> {
  /** A file with the number of documents of each query, one per line. Default: the path with `.query` appended, if it exists. */
  readonly queryFile?: string;
}

/**
 * Reads graded documents from a file, plain or gzipped; see {@link parseDocuments} for the formats.
 *
 * @param path - The file.
 * @param options - The number of features, the file with the sizes of queries, and the columns of CSV files.
 */
export async function readDocuments(path: string, options: ReadDocumentsOptions = {}): Promise<DocumentLists> {
  const { queryFile = `${path}.query`, featureCount, unrated } = options;
  if (await isCsv(path)) {
    const parser = createCsvRows(path, options);
    await readLines(path, (text, line) => parser.line(text, line));
    return parser.finish();
  }
  const hasSizes = options.queryFile !== undefined || existsSync(queryFile);
  const querySizes = hasSizes ? await readSizes(queryFile) : undefined;
  const { size } = await stat(path);
  const parser = createLetorRows({ file: path, featureCount, unrated, expectedBytes: size });
  let left = new Uint8Array(0);
  for await (const chunk of readChunks(path, undefined, parser.room)) {
    const first = chunk.indexOf(LINE_FEED) + 1;
    if (first === 0) left = joined(left, chunk);
    else {
      // Usually, only the line that spans two chunks is copied; the whole chunk is copied if parsing that line may overwrite the chunk.
      const line = left.length > 0 ? joined(left, chunk.subarray(0, first)) : left;
      const others = chunk.subarray(left.length > 0 ? first : 0);
      const rest = line.length < smallBytes ? others : others.slice();
      if (line.length > 0) parser.push(line);
      left = rest.slice(parser.push(rest));
    }
  }
  if (left.length > 0) parser.push(joined(left, Uint8Array.of(LINE_FEED)));
  return listsOfRows(parser.rows, path, querySizes);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

async function isCsv(path: string): Promise<boolean> {
  for await (const chunk of readChunks(path)) return looksLikeCsv(new TextDecoder().decode(chunk.subarray(0, 4096)));
  return false;
}

async function readSizes(file: string): Promise<number[]> {
  const sizes: number[] = [];
  await readLines(file, (text, line) => {
    if (text.trim() === "") return;
    if (!/^\s*\d{1,9}\s*$/.test(text)) {
      throw new DatasetError(`expected a number of documents, found ${quoted(text)}`, { file, line });
    }
    sizes.push(Number(text));
  });
  return sizes;
}
