import * as Plot from "@observablehq/plot";
import { COLORS, draw } from "../drawing/draw.ts";
import type { Method } from "./methods.ts";

/** Each method has its own color and symbol; PL-Partition's line is the thickest, the oracle's is dashed. */
const STYLES: Readonly<Record<Method, { color: string; symbol: Plot.SymbolType; width: number; dash: string }>> = {
  "PL-Partition": { color: COLORS.orange, symbol: "circle", width: 3, dash: "none" },
  "PL-LB": { color: COLORS.blue, symbol: "square", width: 1.5, dash: "none" },
  AttRank: { color: COLORS.sky, symbol: "diamond", width: 1.5, dash: "none" },
  RankNet: { color: COLORS.green, symbol: "triangle", width: 1.5, dash: "none" },
  RankSVM: { color: COLORS.purple, symbol: "star", width: 1.5, dash: "none" },
  "PL-TopK": { color: "#222222", symbol: "times", width: 1.5, dash: "5 4" },
};

/** The width of a legend entry: a line, a symbol and the longest name. */
const EACH = 180;

function nameOf(method: Method): string {
  return method === "PL-TopK" ? "PL-TopK (oracle)" : method;
}

/** The legend of the methods in rows of at most three, with its height. */
export function methodLegend(methods: readonly Method[], width: number): { svg: string; height: number } {
  const columns = Math.max(1, Math.min(3, methods.length, Math.floor(width / EACH)));
  const rows = Math.ceil(methods.length / columns);
  const height = 12 + 22 * rows;
  const column = width / columns;
  const entries = methods.map((method, i) => ({
    method,
    x: (i % columns) * column + 16,
    y: Math.floor(i / columns) * 22 + 16,
  }));
  const svg = draw({
    width,
    height,
    margin: 0,
    x: { axis: null, domain: [0, width], range: [0, width] },
    y: { axis: null, domain: [0, height], range: [0, height] },
    marks: entries.flatMap((entry) => [
      Plot.link([entry], {
        x1: "x",
        y1: "y",
        x2: ({ x }: { x: number }) => x + 28,
        y2: "y",
        ...lineStyle(entry.method),
      }),
      Plot.dot([entry], { x: ({ x }: { x: number }) => x + 14, y: "y", ...dotStyle(entry.method) }),
      Plot.text([entry], {
        x: ({ x }: { x: number }) => x + 36,
        y: "y",
        text: () => nameOf(entry.method),
        textAnchor: "start",
      }),
    ]),
  });
  return { svg, height };
}

function lineStyle(method: Method): { stroke: string; strokeWidth: number; strokeDasharray: string } {
  const { color, width, dash } = STYLES[method];
  return { stroke: color, strokeWidth: width, strokeDasharray: dash };
}

function dotStyle(method: Method): { symbol: Plot.SymbolType; fill: string; stroke: string; r: number } {
  const { color, symbol } = STYLES[method];
  return { symbol, fill: symbol === "times" ? "none" : color, stroke: color, r: 4 };
}

/** A point of a method's line, with the ends of its error bar if it has one. */
export interface MethodPoint {
  readonly method: Method;
  readonly x: number;
  readonly y: number;
  readonly low?: number;
  readonly high?: number;
}

/** Lines, error bars and symbols of the methods, PL-Partition on top. */
export function methodMarks(points: readonly MethodPoint[]): Plot.Markish[] {
  const drawn = [...new Set(points.map(({ method }) => method))].reverse();
  return drawn.flatMap((method) => {
    const own = points.filter((point) => point.method === method).sort((a, b) => a.x - b.x);
    const barred = own.filter(({ low, high }) => low !== undefined && high !== undefined);
    return [
      Plot.line(own, { x: "x", y: "y", ...lineStyle(method) }),
      Plot.ruleX(barred, { x: "x", y1: "low", y2: "high", stroke: STYLES[method].color, strokeWidth: 1.2 }),
      Plot.dot(own, { x: "x", y: "y", ...dotStyle(method) }),
    ];
  });
}
