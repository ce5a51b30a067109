import { printableText } from "@tierwise/data/printable-text";
import type { ClickColumns, ClickedDocuments } from "@tierwise/documents";
import { count, counted } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";

/** Reads a click log and prints a note with its sizes. */
export async function readClickLog(path: string, session: Session, columns: ClickColumns): Promise<ClickedDocuments> {
  const { readClicks } = await import("@tierwise/documents");
  const clicked = await readClicks(path, columns);
  const { lists, log } = clicked;
  const clicks = log.clicks.reduce((sum, click) => sum + click, 0);
  const queries = new Set(lists.listNames).size;
  const lowest = log.positions.reduce((most, position) => Math.max(most, position), 0);
  session.note(
    `${path}: ${counted(log.offsets.length - 1, "page")} for ${count(queries)} queries, ${counted(log.clicks.length, "document")} at positions 1 to ${lowest}, ` +
      `${counted(clicks, "click")}, ${counted(lists.featureCount, "feature")}`,
  );
  if (lists.ignoredColumns !== undefined) {
    const names = lists.ignoredColumns.map((name) => printableText(name)).join(", ");
    session.note(`${path}: ignored columns, because they contain text: ${names}`);
  }
  if (clicks === 0) throw new Error(`${path} contains no clicks; expected at least one`);
  return clicked;
}
