import * as Plot from "@observablehq/plot";
import { COLORS, draw } from "../drawing/draw.ts";
import { type MethodName, methodCatalog } from "../methods/method-names.ts";
import { glasColumns } from "./cell.ts";
import { changeAt, type GlasSeries, weightsOf } from "./summary.ts";

const panels = ["P@5", "PSP@5", "tail R@20"];

/**
 * Draws the effect of GLaS on validation rows as a function of its weight, with a row per metric, a column per dataset and a line per loss.
 *
 * @param series - The summary of the GLaS study.
 */
export function glasFigure(series: readonly GlasSeries[]): string {
  const points = series.flatMap((one) =>
    weightsOf(one)
      .filter((weight) => weight > 0)
      .flatMap((weight) => {
        const { mean, standardError } = changeAt(one, weight, "validation");
        return panels.map((panel) => {
          const column = glasColumns.indexOf(panel);
          const error = standardError?.[column] ?? 0;
          return {
            data: one.data,
            panel,
            loss: methodCatalog[one.loss as MethodName]?.title ?? one.loss,
            weight,
            change: mean[column],
            low: mean[column] - error,
            high: mean[column] + error,
          };
        });
      }),
  );
  const losses = [...new Set(points.map(({ loss }) => loss))];
  const facets = { fx: "data", fy: "panel" };
  return draw({
    width: 900,
    height: 680,
    marginRight: 84,
    marginTop: 56,
    fx: { label: null, domain: [...new Set(points.map(({ data }) => data))], padding: 0.08 },
    fy: { label: null, domain: panels, padding: 0.1 },
    x: {
      type: "log",
      inset: 10,
      label: "λ, the weight of GLaS",
      ticks: [0.1, 10, 1e3, 1e5],
      tickFormat: (x: number) => (x < 1e3 ? `${x}` : `${x / 1e3}k`),
    },
    y: { label: "change from λ = 0, in points", grid: true, nice: true },
    color: { domain: losses, range: [COLORS.orange, COLORS.blue, COLORS.green], legend: false },
    marks: [
      Plot.ruleY([0], { stroke: COLORS.gray }),
      Plot.lineY(points, { ...facets, x: "weight", y: "change", stroke: "loss", strokeWidth: 2 }),
      Plot.ruleX(points, { ...facets, x: "weight", y1: "low", y2: "high", stroke: "loss", strokeWidth: 1.5 }),
      Plot.dot(points, { ...facets, x: "weight", y: "change", fill: "loss", r: 3.5 }),
      // The legend is in the first panel.
      ...losses.map((loss, place) =>
        Plot.text([{ loss, data: points[0].data, panel: panels[0] }], {
          ...facets,
          text: "loss",
          fill: "loss",
          frameAnchor: "bottom-left",
          dx: 8,
          dy: -8 - 16 * (losses.length - 1 - place),
        }),
      ),
    ],
  });
}
