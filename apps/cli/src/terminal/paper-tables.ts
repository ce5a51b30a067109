import { stripVTControlCharacters } from "node:util";
import type { MethodSummary, PaperTableHalf } from "@tierwise/studies";
import type { Session } from "./session.ts";
import { renderTable } from "./table.ts";

/**
 * Formats the tables of a comparison for a terminal. The best value of each row, and values that do not differ significantly from it, are bold
 * or, without colors, marked with a star. A line below the tables states this.
 */
export async function tablesText(
  methods: readonly MethodSummary[],
  ks: readonly number[],
  session: Session,
): Promise<string> {
  const { paperTables } = await import("@tierwise/studies");
  const { colors } = session;
  const mark = (text: string, best: boolean): string => {
    if (colors.isColorSupported) return best ? colors.bold(colors.green(text)) : text;
    return best ? `${text}*` : `${text} `;
  };
  const render = (shown: readonly PaperTableHalf[]): string =>
    renderTable(
      {
        head: shown.flatMap(({ head }) => [...head]),
        rows: ks.map((_, r) =>
          shown.flatMap(({ rows }) => rows[r].map(({ text, best }, c) => (c === 0 ? text : mark(text, best)))),
        ),
        align: shown.flatMap(({ head }) => head.map((_, c) => (c === 0 ? "left" : "right"))),
      },
      colors,
    );
  const tables = paperTables(methods, ks);
  const parts = tables.flatMap(({ title, halves }) => {
    if (halves.length === 0) return [];
    const wide = render(halves);
    const lines = stripVTControlCharacters(wide).split("\n");
    const fits = Math.max(...lines.map((line) => line.length)) <= session.width;
    return [`${title}\n\n${fits ? wide : halves.map((one) => render([one])).join("\n\n")}`];
  });
  const isMarked = tables.some(({ halves }) => halves.some(({ rows }) => rows.flat().some(({ best }) => best)));
  const sign = colors.isColorSupported ? colors.bold(colors.green("bold")) : "*";
  if (isMarked) parts.push(`${sign} best, or not significantly different from the best on the test rows`);
  return parts.join("\n\n");
}
