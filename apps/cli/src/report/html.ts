import { markupText } from "./markup-text.ts";

/** A cell of a table: text, or text that is marked as the best of its row. */
export type HtmlCell = string | { readonly best: string };

export interface HtmlTable {
  readonly caption?: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly HtmlCell[])[];
  /** The number of columns, from the left, that contain text; the others contain numbers. Default: 1. */
  readonly textColumns?: number;
}

/** The table as HTML, in a frame that scrolls on narrow pages. */
export function htmlTable({ caption, head, rows, textColumns = 1 }: HtmlTable): string {
  const kind = (column: number): string => (column < textColumns ? "" : ' class="figure"');
  const headCells = head.map((text, column) => `<th scope="col"${kind(column)}>${markupText(text)}</th>`);
  const cell = (content: HtmlCell, column: number): string => {
    const text = typeof content === "string" ? markupText(content) : `<b>${markupText(content.best)}</b>`;
    return column === 0 ? `<th scope="row">${text}</th>` : `<td${kind(column)}>${text}</td>`;
  };
  const body = rows.map((row) => `<tr>${row.map(cell).join("")}</tr>`).join("\n");
  const title = caption === undefined ? "" : `<caption>${markupText(caption)}</caption>`;
  return `<div class="scroll"><table>${title}<thead><tr>${headCells.join("")}</tr></thead><tbody>\n${body}\n</tbody></table></div>`;
}

/** A figure with a caption and a color legend. */
export function htmlFigure(svg: string, caption: string, legend: readonly string[] = []): string {
  const entries = legend.map(
    (name, i) => `<span><i style="background:var(--series-${i + 1})"></i>${markupText(name)}</span>`,
  );
  const names = legend.length < 2 ? "" : `<div class="legend">${entries.join("")}</div>`;
  return `<figure>${names}${svg}<figcaption>${markupText(caption)}</figcaption></figure>`;
}
