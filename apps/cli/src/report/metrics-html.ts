import { type AtK, type MetricName, type Metrics, metricTitles } from "@tierwise/metrics";
import { percent } from "../metrics/metrics-table.ts";
import { htmlTable } from "./html.ts";

/** An HTML table of all computed metrics in percent, with one row per k. */
export function metricsHtml(metrics: Metrics, ks: readonly number[]): string {
  const shown = (Object.keys(metricTitles) as MetricName[]).flatMap((name) => {
    const values: AtK | undefined = metrics[name];
    return values === undefined ? [] : [{ title: `${metricTitles[name]}@k`, values }];
  });
  return htmlTable({
    head: ["", ...shown.map(({ title }) => title)],
    rows: ks.map((k) => [`k = ${k}`, ...shown.map(({ values }) => percent(values[k]))]),
  });
}
