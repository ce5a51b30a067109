import { metricTitles } from "@tierwise/metrics";
import { leadingMethods, type RowMetric } from "./paired-bootstrap.ts";
import type { MethodSummary } from "./summary.ts";

/**
 * Half of a table: one metric, with a row per cutoff k and a column per method. The best value of each row is marked, and so are values
 * that do not differ significantly from it on the test rows.
 */
export interface PaperTableHalf {
  /** An empty title, then the titles of the methods. */
  readonly head: readonly string[];
  /** One row per k: the name of the metric, then its values in percent. */
  readonly rows: readonly (readonly PaperTableEntry[])[];
}

/** An entry of a table. */
export interface PaperTableEntry {
  /** The text of the entry. */
  readonly text: string;
  /** Whether it is the best value in its row, or does not differ significantly from the best on the test rows. */
  readonly best: boolean;
}

/** A table in the paper's layout: a metric on the left, and its propensity-scored form on the right. */
export interface PaperTable {
  /** Its caption. */
  readonly title: string;
  /** The halves; metrics that were not computed are omitted. */
  readonly halves: readonly PaperTableHalf[];
}

/**
 * A comparison in the layout of the paper: precision as in Table 1 (Table 2 if SLEEC or LEML is included), and nDCG as in Table 4. Methods
 * with a diverged run have no values.
 *
 * @param methods - The summary of a comparison.
 * @param ks - The cutoffs.
 */
export function paperTables(methods: readonly MethodSummary[], ks: readonly number[]): PaperTable[] {
  const embeddings = methods.some(({ name }) => name === "sleec" || name === "leml");
  const first = `Precision@k and propensity-scored precision@k (the layout of Table ${embeddings ? 2 : 1})`;
  const second = "nDCG@k and propensity-scored nDCG@k (the layout of Table 4)";
  const half = (metric: RowMetric): PaperTableHalf[] => tableHalf(methods, metric, ks);
  return [
    { title: first, halves: [...half("precision"), ...half("psp")] },
    { title: second, halves: [...half("ndcg"), ...half("psndcg")] },
  ];
}

/** The half of a table for one metric; empty if the metric was not computed. */
function tableHalf(methods: readonly MethodSummary[], metric: RowMetric, ks: readonly number[]): PaperTableHalf[] {
  if (methods.some(({ mean }) => mean !== undefined && mean[metric] === undefined)) return [];
  return [
    {
      head: ["", ...methods.map(({ title }) => title)],
      rows: ks.map((k) => {
        const values = methods.map(({ mean }) => mean?.[metric]?.[k] ?? Number.NaN);
        const shown = values.map((value) => (Number.isNaN(value) ? "–" : (100 * value).toFixed(2)));
        const leading = leadingMethods(methods, metric, k);
        const entries = shown.map((text, m) => ({ text, best: methods.length > 1 && leading.has(methods[m].name) }));
        return [{ text: `${metricTitles[metric]}@${k}`, best: false }, ...entries];
      }),
    },
  ];
}

/**
 * The tables of a comparison in Markdown, with the best values in bold.
 *
 * @param methods - The summary of a comparison.
 * @param ks - The cutoffs. Default: all cutoffs that were measured.
 */
export function comparisonMarkdown(
  methods: readonly MethodSummary[],
  ks: readonly number[] = Object.keys(methods.find(({ mean }) => mean)?.mean?.precision ?? {}).map(Number),
): string {
  const parts = paperTables(methods, ks).map(({ title, halves }) => {
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
