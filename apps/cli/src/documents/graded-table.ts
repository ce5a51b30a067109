import type { GradedMetrics } from "@tierwise/metrics";
import { percent } from "../metrics/metrics-table.ts";
import type { Colors } from "../terminal/session.ts";
import { renderTable } from "../terminal/table.ts";

/** The metrics of graded lists in percent, one row per k, followed by MRR and MAP. */
export function gradedTable(
  { ndcg, precision, err, mrr, map }: GradedMetrics,
  ks: readonly number[],
  colors: Colors,
): string {
  const table = renderTable(
    {
      head: ["k", "nDCG@k", "P@k", "ERR@k"],
      rows: ks.map((k) => [String(k), percent(ndcg[k]), percent(precision[k]), percent(err[k])]),
      align: ["right", "right", "right", "right"],
    },
    colors,
  );
  return `${table}\n\nMRR ${percent(mrr)}, MAP ${percent(map)}`;
}
