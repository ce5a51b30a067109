import type * as Plot from "@observablehq/plot";
import { COLORS } from "../drawing/draw.ts";
import { growthPlot } from "./growth-plot.ts";

/** What one loss costs, as the suite `loss-cost` writes it: value and gradient of one row. */
export interface LossCost {
  /** The title of the loss. */
  readonly loss: string;
  /** N. */
  readonly items: number;
  /** n, how many of them are above the rest. */
  readonly size: number;
  /** Time / that of a thousand calls of Math.exp. */
  readonly cost: number;
  /** Time / that of PL-LB. */
  readonly ratio: number;
}

const SIZE = 75;
const STYLES: Readonly<Record<string, { color: string; symbol: Plot.SymbolType; dash?: string }>> = {
  RankNet: { color: COLORS.green, symbol: "triangle" },
  RankSVM: { color: COLORS.purple, symbol: "star" },
  "PL-Partition": { color: COLORS.orange, symbol: "circle" },
  "PL-LB": { color: COLORS.blue, symbol: "square" },
  AttRank: { color: COLORS.sky, symbol: "diamond" },
  "PL-TopK": { color: "#222222", symbol: "times", dash: "5 4" },
};

/** Cost of the six losses against the number N of items, 75 of them above the rest. */
export function growthItemsFigure(costs: readonly LossCost[]): string {
  const lines = Object.entries(STYLES).map(([name, style]) => ({
    name,
    ...style,
    points: costs
      .filter(({ loss, size }) => loss === name && size === SIZE)
      .map(({ items, cost }) => ({ x: items, y: cost })),
  }));
  return growthPlot(lines, {
    x: `N, items in a row, ${SIZE} of them above the rest`,
    y: "value and gradient, in times of 1000 Math.exp",
  });
}
