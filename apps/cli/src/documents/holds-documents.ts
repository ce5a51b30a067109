import { existsSync } from "node:fs";
import { join } from "node:path";
import { documentsFile } from "./document-files.ts";

/** A line of a LETOR file: grade, query if there is one, feature:value. */
const letorLine = /^\s*[-+.\d]+\s+(qid:\S+\s+)?\d+:\S+/;
const queryColumn = /^(query|qid|query_id|list)$/i;
const gradeColumn = /^(grade|relevance|label)$/i;

/** Whether a file contains graded documents: LETOR lines with `qid` or with a `.query` file, or CSV with query and grade columns. */
export async function holdsDocuments(path: string, columns: { readonly queryColumn?: string } = {}): Promise<boolean> {
  if (path === "-" || !existsSync(path)) return false;
  if (columns.queryColumn !== undefined) return true;
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
  if (!isText) return false;
  const letor = letorLine.exec(first);
  if (letor !== null) return letor[1] !== undefined || existsSync(`${path}.query`);
  const names = first.split(/[,;\t]/).map((name) => name.trim().replace(/^"(.*)"$/, "$1"));
  return names.some((name) => queryColumn.test(name)) && names.some((name) => gradeColumn.test(name));
}

/** Whether a directory contains a document model, checked without loading the package. */
export function holdsDocumentModel(directory: string): boolean {
  return existsSync(join(directory, documentsFile));
}
