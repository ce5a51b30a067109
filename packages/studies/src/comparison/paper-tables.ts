import type { MethodSummary } from "./summary.ts";

/** Half of a table: a metric at every k, a column for each method, the best of each row marked. */
export interface PaperTableHalf {
  /** Titles of the methods, behind an empty one. */
  readonly head: readonly string[];
  /** A row for every k: the metric, then its values in per cent. */
  readonly rows: readonly (readonly PaperTableEntry[])[];
}

/** A place of a table. */
export interface PaperTableEntry {
  /** What stands there. */
  readonly text: string;
  /** Whether it is the best of its row. */
  readonly best: boolean;
}

/** A table of the paper: a metric on the left, its propensity-scored form on the right. */
export interface PaperTable {
  /** Its caption. */
  readonly title: string;
  /** Its halves; those that were not measured are left out. */
  readonly halves: readonly PaperTableHalf[];
}

const metricTitles = { precision: "P", ndcg: "nDCG", psp: "PSP", psndcg: "PSnDCG" } as const;
type Metric = keyof typeof metricTitles;

/**
 * A comparison in the layout of the paper: Table 1, precision, and Table 4, nDCG; with SLEEC or LEML the first is Table 2. A method of
 * which a run diverged has no figures.
 *
 * @param methods - The summary of a comparison.
 * @param ks - The cut-offs.
 */
export function paperTables(methods: readonly MethodSummary[], ks: readonly number[]): PaperTable[] {
  const embeddings = methods.some(({ name }) => name === "sleec" || name === "leml");
  const first = `Precision@k and propensity-scored precision@k (the layout of Table ${embeddings ? 2 : 1})`;
  const second = "nDCG@k and propensity-scored nDCG@k (the layout of Table 4)";
  const half = (metric: Metric): PaperTableHalf[] => tableHalf(methods, metric, ks);
  return [
    { title: first, halves: [...half("precision"), ...half("psp")] },
    { title: second, halves: [...half("ndcg"), ...half("psndcg")] },
  ];
}

/** A metric of all methods; none where it was not computed. */
function tableHalf(methods: readonly MethodSummary[], metric: Metric, ks: readonly number[]): PaperTableHalf[] {
  if (methods.some(({ mean }) => mean !== undefined && mean[metric] === undefined)) return [];
  return [
    {
      head: ["", ...methods.map(({ title }) => title)],
      rows: ks.map((k) => {
        const values = methods.map(({ mean }) => mean?.[metric]?.[k] ?? Number.NaN);
        const shown = values.map((value) => (Number.isNaN(value) ? "–" : (100 * value).toFixed(2)));
        const most = Math.max(...shown.map(Number).filter((value) => !Number.isNaN(value)));
        const entries = shown.map((text) => ({ text, best: methods.length > 1 && Number(text) === most }));
        return [{ text: `${metricTitles[metric]}@${k}`, best: false }, ...entries];
      }),
    },
  ];
}

/**
 * The tables of a comparison in Markdown, best in bold.
 *
 * @param methods - The summary of a comparison.
 * @param ks - The cut-offs. Default: all that were measured.
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
