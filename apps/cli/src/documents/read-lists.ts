import { printableText } from "@tierwise/data/printable-text";
import type { DocumentLists, ReadDocumentsOptions } from "@tierwise/documents";
import { counted } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";

/** Reads lists of documents and prints a note with their sizes. */
export async function readLists(path: string, session: Session, options: ReadDocumentsOptions): Promise<DocumentLists> {
  const { readDocuments } = await import("@tierwise/documents");
  const lists = await readDocuments(path, options);
  const { offsets, grades, featureCount, ignoredColumns = [] } = lists;
  const sizes = Array.from(offsets.subarray(1), (end, l) => end - offsets[l]).sort((a, b) => a - b);
  const shares = new Map<number, number>();
  for (const grade of grades) shares.set(grade, (shares.get(grade) ?? 0) + 1);
  const words = [...shares.entries()].sort(([a], [b]) => b - a).slice(0, 8);
  const isUnrated = options.unrated === true && grades.every((grade) => grade === 0);
  const graded = words.map(([grade, of]) => `${grade}: ${((100 * of) / grades.length).toFixed(1)} %`).join(", ");
  session.note(
    `${path}: ${counted(sizes.length, "list")} of ${sizes[0]} to ${sizes[sizes.length - 1]} documents (median ${sizes[sizes.length >> 1]}), ` +
      `${counted(grades.length, "document")}, ${counted(featureCount, "feature")}${isUnrated ? "" : `; grades ${graded}`}`,
  );
  if (ignoredColumns.length > 0) {
    const names = ignoredColumns.map((name) => printableText(name)).join(", ");
    session.note(`${path}: ignored columns, because they contain text: ${names}`);
  }
  return lists;
}
