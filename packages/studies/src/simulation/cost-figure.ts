import * as Plot from "@observablehq/plot";
import { draw } from "../drawing/draw.ts";
import { joinPanels } from "../drawing/panels.ts";
import { decadesAround, powersOfTen } from "../drawing/powers-of-ten.ts";
import { meanAndError } from "../statistics/mean-and-error.ts";
import type { CostResult } from "./cost-cell.ts";
import { type MethodPoint, methodLegend, methodMarks } from "./method-style.ts";

const WIDTH = 400;
const HEIGHT = 340;

/** A reference measurement, drawn next to the methods. */
export interface CostReference {
  /** The label, such as `the paper's method in PyTorch`. */
  readonly label: string;
  /** N, the number of items. */
  readonly itemCount: number;
  /** The time for the same number of steps. */
  readonly seconds: number;
  /** Peak memory minus idle memory. */
  readonly bytes: number;
}

/**
 * The paper's Figure 2: time and memory of each method as a function of the number of items, on logarithmic axes.
 *
 * @param results - The results of the cost study; seeds are averaged.
 * @param reference - A point for comparison.
 * @returns An SVG file.
 *
 * @example
 * ```ts
 * import { costFigure } from "@tierwise/studies/figures";
 *
 * const result = { study: "cost", method: "RankNet", seed: 1, steps: 1000, seconds: 2, bytes: 1e7 } as const;
 * console.log(costFigure([{ ...result, itemCount: 100 }, { ...result, itemCount: 1000 }]).includes("seconds")); // true
 * ```
 */
export function costFigure(results: readonly CostResult[], reference?: CostReference): string {
  const methods = [...new Set(results.map(({ method }) => method))];
  const legend = methodLegend(methods, 2 * WIDTH);
  const steps = results[0]?.steps ?? 0;
  const references = reference === undefined ? [] : [reference];
  const time = panel(
    pointsOf(results, ({ seconds }) => seconds),
    references.map(({ label, itemCount, seconds }) => ({ label, x: itemCount, y: seconds })),
    `seconds for ${steps.toLocaleString("en")} steps`,
  );
  const memory = panel(
    pointsOf(results, ({ bytes }) => bytes / 2 ** 20),
    references.map(({ label, itemCount, bytes }) => ({ label, x: itemCount, y: bytes / 2 ** 20 })),
    "memory, MiB",
  );
  const panels = [
    { svg: legend.svg, x: 0, y: 0 },
    { svg: time, x: 0, y: legend.height },
    { svg: memory, x: WIDTH, y: legend.height },
  ];
  return joinPanels(panels, { width: 2 * WIDTH, height: legend.height + HEIGHT });
}

function pointsOf(results: readonly CostResult[], figureOf: (result: CostResult) => number): MethodPoint[] {
  const sizes = [...new Set(results.map(({ itemCount }) => itemCount))];
  const methods = [...new Set(results.map(({ method }) => method))];
  return methods.flatMap((method) =>
    sizes.flatMap((itemCount) => {
      const own = results.filter((result) => result.method === method && result.itemCount === itemCount).map(figureOf);
      if (own.length === 0) return [];
      const { mean, standardError } = meanAndError(own);
      return [
        {
          method,
          x: itemCount,
          y: mean,
          ...(standardError !== undefined && standardError > 0 ? bar(mean, standardError) : {}),
        },
      ];
    }),
  );
}

function bar(mean: number, error: number): { low: number; high: number } {
  return { low: Math.max(mean - error, mean / 3), high: mean + error };
}

function panel(points: MethodPoint[], references: { label: string; x: number; y: number }[], label: string): string {
  const decades = decadesAround([...points, ...references].map(({ y }) => y));
  return draw({
    width: WIDTH,
    height: HEIGHT,
    marginTop: 40,
    marginLeft: 60,
    x: {
      type: "log",
      label: "items N",
      ticks: decadesAround(points.map(({ x }) => x)),
      tickFormat: powersOfTen,
      labelArrow: "none",
    },
    y: {
      type: "log",
      label,
      domain: [decades[0], decades[decades.length - 1]],
      ticks: decades,
      tickFormat: powersOfTen,
    },
    marks: [
      Plot.gridY(decades, { stroke: "#ddd", strokeOpacity: 1 }),
      ...methodMarks(points),
      Plot.dot(references, { x: "x", y: "y", symbol: "asterisk", stroke: "#222", r: 6, strokeWidth: 1.5 }),
      Plot.text(references, { x: "x", y: "y", text: "label", textAnchor: "end", dx: -12, fill: "#222" }),
    ],
  });
}
