import * as Plot from "@observablehq/plot";
import { COLORS, draw } from "../drawing/draw.ts";
import { joinPanels, type Panel } from "../drawing/panels.ts";
import { decadesAround, powersOfTen } from "../drawing/powers-of-ten.ts";
import { methodLegend, methodMarks } from "./method-style.ts";
import type { MseSummary } from "./mse-summary.ts";

const WIDTH = 400;
const HEIGHT = 330;

/**
 * The paper's Figures 1 and 3: the error of each method as a function of the number of samples on logarithmic axes, with a panel for each
 * number of items and error bars of one standard error. A thin gray line shows a decrease like 1/n.
 *
 * @param summaries - The output of `summarizeMse` from `@tierwise/studies`.
 * @returns An SVG file.
 *
 * @example
 * ```ts
 * import { mseFigure } from "@tierwise/studies/figures";
 *
 * const point = { itemCount: 100, method: "PL-Partition", seeds: 5, converged: 5 } as const;
 * const svg = mseFigure([
 *   { ...point, samples: 100, mean: 1e-5, standardError: 1e-6 },
 *   { ...point, samples: 1000, mean: 1e-6, standardError: 1e-7 },
 * ]);
 * console.log(svg.includes("N = 100"), svg.includes("PL-Partition")); // true true
 * ```
 */
export function mseFigure(summaries: readonly MseSummary[]): string {
  const sizes = [...new Set(summaries.map(({ itemCount }) => itemCount))].sort((a, b) => a - b);
  const columns = Math.min(2, sizes.length);
  const width = columns * WIDTH;
  const methods = [...new Set(summaries.map(({ method }) => method))];
  const legend = methodLegend(methods, width);
  const panels: Panel[] = sizes.map((itemCount, i) => ({
    svg: mseFigurePanel(summaries.filter((summary) => summary.itemCount === itemCount)),
    x: (i % columns) * WIDTH,
    y: legend.height + Math.floor(i / columns) * HEIGHT,
  }));
  const height = legend.height + Math.ceil(sizes.length / columns) * HEIGHT;
  return joinPanels([{ svg: legend.svg, x: 0, y: 0 }, ...panels], { width, height });
}

function mseFigurePanel(summaries: readonly MseSummary[]): string {
  const points = summaries.map(({ method, samples, mean, standardError }) => ({
    method,
    x: samples,
    y: mean,
    // The lower end is at least a third of the mean, because a logarithmic axis has no 0.
    ...(standardError !== undefined && standardError > 0
      ? { low: Math.max(mean - standardError, mean / 3), high: mean + standardError }
      : {}),
  }));
  const samples = [...new Set(points.map(({ x }) => x))].sort((a, b) => a - b);
  const decades = decadesAround(points.flatMap(({ y, low = y, high = y }) => [low, high]));
  return draw({
    width: WIDTH,
    height: HEIGHT,
    marginTop: 40,
    marginLeft: 60,
    x: { type: "log", label: "samples n", ticks: samples, tickFormat: powersOfTen, labelArrow: "none" },
    y: {
      type: "log",
      label: `MSE,  N = ${summaries[0].itemCount.toLocaleString("en")}`,
      domain: [decades[0], decades[decades.length - 1]],
      ticks: decades,
      tickFormat: powersOfTen,
    },
    marks: [
      Plot.gridY(decades, { stroke: "#ddd", strokeOpacity: 1 }),
      Plot.line(onePerN(points, samples), {
        x: "x",
        y: "y",
        stroke: COLORS.gray,
        strokeWidth: 1,
        strokeDasharray: "1 3",
      }),
      ...methodMarks(points),
    ],
  });
}

/** A line that falls like 1/n, through PL-Partition's first point. */
function onePerN(
  points: readonly { method: string; x: number; y: number }[],
  samples: readonly number[],
): { x: number; y: number }[] {
  const from = points.find(({ method, x }) => method === "PL-Partition" && x === samples[0]);
  return from === undefined ? [] : samples.map((x) => ({ x, y: (from.y * from.x) / x }));
}
