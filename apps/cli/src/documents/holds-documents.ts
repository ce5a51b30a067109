import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ClickFileFlags } from "./click-options.ts";
import { documentsFile } from "./document-files.ts";
import type { DocumentFileFlags } from "./document-options.ts";

/** A line of a LETOR file: grade, query if there is one, feature:value. */
const letorLine = /^\s*[-+.\d]+\s+(qid:\S+\s+)?\d+:\S+/;
const queryColumn = /^(query|qid|query_id|list)$/i;
const clickColumn = /^(is_)?click(ed)?$/i;
const positionColumn = /^(position|pos|rank)$/i;
const gradeColumn = /^(grade|relevance|label)$/i;

/** Whether a file contains graded documents: LETOR lines with `qid` or with a `.query` file, or CSV with query and grade columns. */
export async function holdsDocuments(path: string, columns: { readonly queryColumn?: string } = {}): Promise<boolean> {
  if (path === "-" || !existsSync(path)) return false;
  if (columns.queryColumn !== undefined) return true;
  const first = await firstLine(path);
  const letor = letorLine.exec(first);
  if (letor !== null) return letor[1] !== undefined || existsSync(`${path}.query`);
  return hasColumns(first, [queryColumn, gradeColumn]);
}

/** Whether a file is a click log: CSV with columns for queries, clicks and positions, and none for grades. */
export async function holdsClicks(path: string, columns: ClickFileFlags & DocumentFileFlags = {}): Promise<boolean> {
  if (path === "-" || !existsSync(path)) return false;
  if (columns.clickColumn !== undefined || columns.positionColumn !== undefined) return true;
  if (columns.gradeColumn !== undefined) return false;
  const first = await firstLine(path);
  const isQuery = columns.queryColumn === undefined ? [queryColumn] : [];
  return hasColumns(first, [...isQuery, clickColumn, positionColumn]) && !hasColumns(first, [gradeColumn]);
}

/** The first line that is neither empty nor a comment, or an empty string if the file is not text. */
async function firstLine(path: string): Promise<string> {
  const { readLines } = await import("@tierwise/data/files");
  let first = "";
  const isText = await readLines(path, (text) => {
    if (/^\s*(#|$)/.test(text)) return true;
    first = text;
    return false;
  }).then(
    () => true,
    () => false,
  );
  return isText ? first : "";
}

/** Whether a header has a column for each pattern. */
function hasColumns(header: string, patterns: readonly RegExp[]): boolean {
  const names = header.split(/[,;\t]/).map((name) => name.trim().replace(/^"(.*)"$/, "$1"));
  return patterns.every((pattern) => names.some((name) => pattern.test(name)));
}

/** Whether a directory contains a document model, checked without loading the package. */
export function holdsDocumentModel(directory: string): boolean {
  return existsSync(join(directory, documentsFile));
}
