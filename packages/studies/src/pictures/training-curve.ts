import * as Plot from "@observablehq/plot";
import { COLORS, draw } from "../drawing/draw.ts";

/** One epoch of a training run, as written by `expected-metric-curve`. */
export interface CurvePoint {
  /** How gradients are computed. */
  readonly method: string;
  /** The epoch, from 1. */
  readonly epoch: number;
  /** Processor seconds since the start. */
  readonly seconds: number;
  /** nDCG@5 on the validation rows, from 0 to 1. */
  readonly ndcg: number;
}

/** nDCG@5 on the validation rows over the processor time of training, one line per method. */
export function trainingCurveFigure(points: readonly CurvePoint[]): string {
  const methods = [...new Set(points.map(({ method }) => method))];
  const color = (method: string): string => Object.values(COLORS)[methods.indexOf(method)];
  const rows = points.map((point) => ({ ...point, percent: 100 * point.ndcg, color: color(point.method) }));
  return draw({
    height: 360,
    x: { label: "processor seconds", labelArrow: "none" },
    y: { label: "nDCG@5 on the validation rows, %", grid: true },
    marks: [
      Plot.lineY(rows, { x: "seconds", y: "percent", z: "method", stroke: "color", strokeWidth: 2 }),
      Plot.dot(rows, { x: "seconds", y: "percent", fill: "color", r: 3 }),
      ...methods.map((method, i) =>
        Plot.text([method], {
          frameAnchor: "bottom-right",
          dx: -8,
          dy: -12 - 20 * (methods.length - 1 - i),
          fill: color(method),
        }),
      ),
    ],
  });
}
