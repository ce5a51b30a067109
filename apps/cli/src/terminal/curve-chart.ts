import type { EpochReport } from "@tierwise/ranker";
import { renderChart } from "./chart.ts";
import type { Session } from "./session.ts";

/** A chart of validation nDCG@5 over the epochs, or of the loss if no rows were held out. */
export function curveChart(history: readonly EpochReport[], { width, colors }: Session): string {
  const validated = history.some(({ validation }) => validation !== undefined);
  const reports = validated ? history.filter(({ validation }) => validation !== undefined) : history;
  const trials = [...new Set(reports.map(({ trial }) => trial))];
  const series = trials.map((trial) => ({
    name: `trial ${trial + 1}`,
    points: reports
      .filter((report) => report.trial === trial)
      .map(({ epoch, validation, loss }): [number, number] => [epoch, validation ? 100 * validation.ndcg[5] : loss])
      .filter(([, value]) => Number.isFinite(value)),
  }));
  const drawn = series.filter(({ points }) => points.length > 1);
  if (drawn.length === 0) return "";
  const title = validated ? "nDCG@5 on the validation rows, %" : "training loss";
  return renderChart(drawn, { title, xLabel: "epoch", width, colored: colors.isColorSupported });
}
