import type * as Plot from "@observablehq/plot";
import { COLORS } from "../drawing/draw.ts";
import { growthPlot } from "./growth-plot.ts";

/** The cost of the value and gradient of one loss on one row, as written by the suite `loss-cost`. */
export interface LossCost {
  /** The title of the loss. */
  readonly loss: string;
  /** N, the number of items. */
  readonly itemCount: number;
  /** n, the number of items above the rest. */
  readonly size: number;
  /** The time relative to a thousand calls of Math.exp. */
  readonly cost: number;
  /** The time relative to PL-LB. */
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

/** Cost of the six losses as a function of the number N of items, 75 of which are above the rest. */
export function growthItemsFigure(costs: readonly LossCost[]): string {
  const lines = Object.entries(STYLES).map(([name, style]) => ({
    name,
    ...style,
    points: costs
      .filter(({ loss, size }) => loss === name && size === SIZE)
      .map(({ itemCount, cost }) => ({ x: itemCount, y: cost })),
  }));
  return growthPlot(lines, {
    x: `N, items in a row, ${SIZE} of them above the rest`,
    y: "value and gradient, relative to 1000 Math.exp",
  });
}
