import { stripVTControlCharacters } from "node:util";
import { type MetricName, metricTitles, percent } from "../metrics/metrics-table.ts";
import type { HtmlCell } from "../report/html.ts";
import { htmlTable } from "../report/html.ts";
import type { Session } from "../terminal/session.ts";
import { renderTable } from "../terminal/table.ts";
import type { MethodResult } from "./summary.ts";

/** Half of a table: a metric at every k, a column for each method, the best of each row marked. */
interface Half {
  readonly head: readonly string[];
  readonly rows: readonly (readonly { readonly text: string; readonly best: boolean }[])[];
}

/** A table of the paper: a metric on the left, its propensity-scored form on the right. */
interface PaperTable {
  readonly title: string;
  readonly metrics: readonly [left: MetricName, right: MetricName];
}

/** Table 1, precision, and Table 4, nDCG; with SLEEC or LEML the first is Table 2. */
function paperTables(methods: readonly MethodResult[]): PaperTable[] {
  const embeddings = methods.some(({ name }) => name === "sleec" || name === "leml");
  const first = `Precision@k and propensity-scored precision@k (the layout of Table ${embeddings ? 2 : 1})`;
  const second = "nDCG@k and propensity-scored nDCG@k (the layout of Table 4)";
  return [
    { title: first, metrics: ["precision", "psp"] },
    { title: second, metrics: ["ndcg", "psndcg"] },
  ];
}

/** The tables for a terminal, best in bold; where there are no colours a star marks it. */
export function tablesText(methods: readonly MethodResult[], ks: readonly number[], session: Session): string {
  const { colors } = session;
  const mark = (text: string, best: boolean): string => {
    if (colors.isColorSupported) return best ? colors.bold(colors.green(text)) : text;
    return best ? `${text}*` : `${text} `;
  };
  const parts = paperTables(methods).flatMap(({ title, metrics }) => {
    const halves = metrics.flatMap((metric) => half(methods, metric, ks));
    if (halves.length === 0) return [];
    const render = (shown: readonly Half[]): string =>
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
    const wide = render(halves);
    const width = Math.max(
      ...stripVTControlCharacters(wide)
        .split("\n")
        .map((line) => line.length),
    );
    const fits = width <= session.width;
    return [`${title}\n\n${fits ? wide : halves.map((one) => render([one])).join("\n\n")}`];
  });
  return parts.join("\n\n");
}

/** The tables in Markdown, best in bold. */
export function tablesMarkdown(methods: readonly MethodResult[], ks: readonly number[]): string {
  const parts = paperTables(methods).map(({ title, metrics }) => {
    const halves = metrics.flatMap((metric) => half(methods, metric, ks));
    const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
    const head = halves.flatMap((one) => [...one.head]);
    const rule = halves.flatMap((one) => one.head.map((_, c) => (c === 0 ? "---" : "---:")));
    const rows = ks.map((_, r) =>
      line(halves.flatMap(({ rows: all }) => all[r].map(({ text, best }) => (best ? `**${text}**` : text)))),
    );
    return [`${title}:`, "", line(head), line(rule), ...rows].join("\n");
  });
  return parts.join("\n\n");
}

/** The tables for a report. */
export function tablesHtml(methods: readonly MethodResult[], ks: readonly number[]): string {
  return paperTables(methods)
    .flatMap(({ title, metrics }) =>
      metrics.flatMap((metric, i) =>
        half(methods, metric, ks).map(({ head, rows }) =>
          htmlTable({
            ...(i === 0 ? { caption: title } : {}),
            head,
            rows: rows.map((row) => row.map(({ text, best }): HtmlCell => (best ? { best: text } : text))),
          }),
        ),
      ),
    )
    .join("\n");
}

/** A metric of all methods; none where it was not computed. */
function half(methods: readonly MethodResult[], metric: MetricName, ks: readonly number[]): Half[] {
  if (methods.some(({ mean }) => mean[metric] === undefined)) return [];
  return [
    {
      head: ["", ...methods.map(({ title }) => title)],
      rows: ks.map((k) => {
        const shown = methods.map(({ mean }) => percent(mean[metric]?.[k] ?? Number.NaN));
        const most = Math.max(...shown.map(Number).filter((value) => !Number.isNaN(value)));
        const cells = shown.map((text) => ({ text, best: methods.length > 1 && Number(text) === most }));
        return [{ text: `${metricTitles[metric]}@${k}`, best: false }, ...cells];
      }),
    },
  ];
}
