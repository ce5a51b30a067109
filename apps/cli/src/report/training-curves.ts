import type { EpochReport } from "@tierwise/ranker";
import { draw, Plot, seriesColors } from "./draw.ts";

/** A named curve of values over epochs. */
export interface Curve {
  readonly name: string;
  readonly points: readonly { readonly epoch: number; readonly value: number }[];
}

/** A plot of curves over epochs, or over the unit that `unit` names, with one color per curve. */
export function curvesPlot(
  curves: readonly Curve[],
  label: string,
  { width = 760, height = 320, unit = "epoch" } = {},
): string {
  const rows = curves.flatMap(({ name, points }) => points.map((point) => ({ name, ...point })));
  const epochs = rows.map(({ epoch }) => epoch);
  const last = Math.max(...epochs);
  return draw({
    width,
    height,
    x: {
      label: unit,
      domain: [Math.min(1, last - 1), Math.max(2, last)],
      ticks: Math.min(8, last),
      tickFormat: "d",
    },
    y: { label, grid: true, nice: true, ticks: 5 },
    color: { domain: curves.map(({ name }) => name), range: seriesColors(curves.length) },
    marks: [
      Plot.lineY(rows, { x: "epoch", y: "value", stroke: "name", strokeWidth: 2.2, strokeLinejoin: "round" }),
      Plot.dot(rows, {
        x: "epoch",
        y: "value",
        fill: "name",
        r: 2.6,
        title: ({ name, epoch, value }) => `${name}, ${unit} ${epoch}: ${value.toPrecision(4)}`,
      }),
    ],
  });
}

/** The validation nDCG@5 of each trial in percent. */
export function validationCurves(history: readonly EpochReport[], rates: readonly number[]): Curve[] {
  return trials(history, rates, ({ validation }) => (validation ? 100 * validation.ndcg[5] : Number.NaN));
}

/** The training loss of each trial. */
export function lossCurves(history: readonly EpochReport[], rates: readonly number[]): Curve[] {
  return trials(history, rates, ({ loss }) => loss);
}

function trials(
  history: readonly EpochReport[],
  rates: readonly number[],
  value: (report: EpochReport) => number,
): Curve[] {
  const names = [...rates.map((rate) => `learning rate ${rate}`), "all rows"];
  return names
    .map((name, trial) => ({
      name,
      points: history
        .filter((report) => report.trial === trial)
        .map((report) => ({ epoch: report.epoch, value: value(report) }))
        .filter((point) => Number.isFinite(point.value)),
    }))
    .filter(({ points }) => points.length > 0);
}
