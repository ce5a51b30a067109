import { type AtK, type MetricName, type Metrics, metricTitles } from "@tierwise/metrics";
import type { Colors } from "../terminal/session.ts";
import { renderTable } from "../terminal/table.ts";

/** A fraction in percent, with as many decimals as in the paper's tables. */
export function percent(fraction: number): string {
  return Number.isNaN(fraction) ? "–" : (100 * fraction).toFixed(2);
}

/** All computed metrics in percent, one row per k. */
export function metricsTable(metrics: Metrics, ks: readonly number[], colors: Colors): string {
  const shown = (Object.keys(metricTitles) as MetricName[]).flatMap((name) => {
    const values: AtK | undefined = metrics[name];
    return values === undefined ? [] : [{ title: `${metricTitles[name]}@k`, values }];
  });
  return renderTable(
    {
      head: ["k", ...shown.map(({ title }) => title)],
      rows: ks.map((k) => [String(k), ...shown.map(({ values }) => percent(values[k]))]),
      align: ["right", ...shown.map(() => "right" as const)],
    },
    colors,
  );
}

/** Precision and recall of each label group at k. */
export function groupsTable({ groups = {} }: Metrics, k: number, colors: Colors): string {
  return renderTable(
    {
      head: ["labels", `P@${k}`, `recall@${k}`],
      rows: Object.entries(groups).map(([name, { precision, recall }]) => [
        name,
        percent(precision[k]),
        percent(recall[k]),
      ]),
      align: ["left", "right", "right"],
    },
    colors,
  );
}
