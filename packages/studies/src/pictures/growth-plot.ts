import * as Plot from "@observablehq/plot";
import { draw } from "../drawing/draw.ts";
import { decadesAround } from "../drawing/powers-of-ten.ts";

export interface Line {
  /** The text in the legend. */
  readonly name: string;
  readonly color: string;
  readonly symbol: Plot.SymbolType;
  readonly dash?: string;
  /** The points, sorted by x. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface GrowthAxes {
  readonly x: string;
  readonly y: string;
  /** The number format of the y axis. Default: plain digits. */
  readonly tickFormat?: string;
  /** The position of the legend, which should not cover the lines. Default: `"top-left"`. */
  readonly legend?: "middle" | "top-left";
  /** A thin horizontal reference line at y, with its label and the position of the label. */
  readonly level?: { readonly y: number; readonly text: string; readonly end: "middle" | "right" };
}

const ROW = 19;
/** Axes that span more than this many powers of ten have a tick only at every third power. */
const MOST_TICKS = 10;

/** Draws lines on two logarithmic axes with ticks at powers of ten; each line has its own color and symbol. */
export function growthPlot(
  lines: readonly Line[],
  { x, y, tickFormat, legend = "top-left", level }: GrowthAxes,
): string {
  const xs = lines.flatMap(({ points }) => points.map((point) => point.x));
  const ys = [...lines.flatMap(({ points }) => points.map((point) => point.y)), ...(level ? [level.y] : [])];
  const within = (value: number): boolean => value >= Math.min(...xs) && value <= Math.max(...xs);
  const decades = decadesAround(ys);
  const labeled = decades.filter((_, i) => decades.length <= MOST_TICKS || i % 3 === 0);
  const rowAt = (i: number): number => (legend === "top-left" ? 14 : -13) + ROW * i;
  const legendAt = legend === "top-left" ? 16 : -100;
  return draw({
    marginLeft: 72,
    x: { type: "log", label: x, ticks: decadesAround(xs).filter(within), tickFormat: "~s", labelArrow: "none" },
    y: {
      type: "log",
      label: y,
      domain: [decades[0], decades[decades.length - 1]],
      ticks: labeled,
      tickFormat: tickFormat ?? ((value: number) => value.toLocaleString("en", { maximumSignificantDigits: 3 })),
    },
    marks: [
      Plot.gridY(labeled, { stroke: "#ddd", strokeOpacity: 1 }),
      ...(level === undefined
        ? []
        : [
            Plot.ruleY([level.y], { stroke: "#222", strokeDasharray: "2 3" }),
            Plot.text([level.text], {
              y: () => level.y,
              frameAnchor: level.end,
              textAnchor: level.end === "middle" ? "middle" : "end",
              dy: level.end === "middle" ? -14 : -9,
            }),
          ]),
      ...lines.flatMap(({ color, symbol, dash = "none", points }) => [
        Plot.lineY(points, { x: "x", y: "y", stroke: color, strokeWidth: 2, strokeDasharray: dash }),
        Plot.dot(points, { x: "x", y: "y", stroke: color, fill: color, symbol, r: 4 }),
      ]),
      ...lines.flatMap(({ name, color, symbol }, i) => [
        Plot.dot([name], {
          frameAnchor: legend,
          dx: legendAt,
          dy: rowAt(i),
          stroke: color,
          fill: color,
          symbol,
          r: 4,
        }),
        Plot.text([name], {
          frameAnchor: legend,
          dx: legendAt + 12,
          dy: rowAt(i),
          textAnchor: "start",
          lineAnchor: "middle",
        }),
      ]),
    ],
  });
}
