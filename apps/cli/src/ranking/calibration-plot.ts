import type { Calibration, CalibrationBin } from "@tierwise/aggregate";
import { draw, Plot } from "../report/draw.ts";
import { count } from "../terminal/numbers.ts";

/** A plot of the favorite's observed share of wins against its predicted win probability, with intervals. */
export function calibrationPlot({ bins }: Calibration): string {
  const least = Math.min(0.5, ...bins.map(({ interval }) => interval[0]));
  return draw({
    height: 320,
    marginLeft: 54,
    marginTop: 24,
    x: { label: "predicted probability that the favorite wins", domain: [0.5, 1], tickFormat: "%", grid: true },
    y: { label: "observed share", domain: [least, 1], tickFormat: "%", grid: true },
    r: { range: [3, 9] },
    marks: [
      Plot.line(
        [
          [0.5, 0.5],
          [1, 1],
        ],
        { strokeDasharray: "4 4", strokeOpacity: 0.5 },
      ),
      Plot.ruleX(bins, {
        x: "predicted",
        y1: ({ interval }: CalibrationBin) => interval[0],
        y2: ({ interval }: CalibrationBin) => interval[1],
        stroke: "var(--series-1, #0072b2)",
        strokeWidth: 2,
      }),
      Plot.dot(bins, {
        x: "predicted",
        y: "observed",
        r: "count",
        fill: "var(--series-2, #d55e00)",
        title: (bin: CalibrationBin) =>
          `predicted ${(100 * bin.predicted).toFixed(1)} %, observed ${(100 * bin.observed).toFixed(1)} % of ${count(Math.round(bin.count))} battles`,
      }),
    ],
  });
}
