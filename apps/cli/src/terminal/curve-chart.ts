import type { EpochReport } from "@tierwise/ranker";
import { plot, type Settings } from "simple-ascii-chart";
import type { Session } from "./session.ts";

/** A chart of the validation nDCG@5 in each epoch, or of the loss if no rows were held out. */
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

interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

interface ChartOptions {
  readonly title: string;
  readonly xLabel: string;
  /** The width of the terminal in characters. */
  readonly width: number;
  readonly colored: boolean;
  readonly format?: (value: number) => string;
}

const colors = ["ansiBlue", "ansiYellow", "ansiGreen", "ansiMagenta", "ansiCyan", "ansiRed"] as const;
const height = 10;

/** A line chart drawn with the characters of a terminal. */
function renderChart(series: readonly Series[], options: ChartOptions): string {
  const { title, xLabel, width, colored, format = (value) => value.toPrecision(3) } = options;
  const lines = series.map(({ points }) => points.map(([x, y]): [number, number] => [x, y]));
  const all = lines.flat();
  const settings: Settings = {
    title,
    xLabel,
    width: Math.max(20, Math.min(64, width - 12)),
    height,
    customXAxisTicks: ticks(all.map(([x]) => x)),
    formatter: (value, { axis }) => (axis === "x" ? value : format(value)),
    ...(colored ? { color: [...colors] } : {}),
    ...(series.length > 1 ? { legend: { position: "bottom", series: series.map(({ name }) => name) } } : {}),
  };
  return plot(lines, settings)
    .replaceAll(/[ \t]+$/gm, "")
    .replace(/^\n+|\n+$/g, "");
}

/** Up to about five integers in the range of the values, few enough that their labels do not overlap. */
function ticks(values: readonly number[]): number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const step = Math.max(1, Math.round((most - least) / 5));
  const chosen: number[] = [];
  for (let x = least; x <= most; x += step) chosen.push(x);
  return chosen;
}
