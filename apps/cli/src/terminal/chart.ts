import { plot, type Settings } from "simple-ascii-chart";

/** A line of a chart. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** Options of a chart. */
export interface ChartOptions {
  readonly title: string;
  readonly xLabel: string;
  /** The available width in characters. */
  readonly width: number;
  readonly colored: boolean;
  readonly format?: (value: number) => string;
}

const colors = ["ansiBlue", "ansiYellow", "ansiGreen", "ansiMagenta", "ansiCyan", "ansiRed"] as const;
const height = 10;

/** A line chart drawn with characters, for a terminal. */
export function renderChart(series: readonly Series[], options: ChartOptions): string {
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

/** About five integers in the range of the values, so that their labels do not overlap. */
function ticks(values: readonly number[]): number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const step = Math.max(1, Math.round((most - least) / 5));
  const chosen: number[] = [];
  for (let x = least; x <= most; x += step) chosen.push(x);
  return chosen;
}
