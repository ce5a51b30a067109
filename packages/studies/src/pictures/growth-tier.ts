import type * as Plot from "@observablehq/plot";
import { COLORS } from "../drawing/draw.ts";
import { growthPlot } from "./growth-plot.ts";

/** The cost of the value and gradient of one tier in a row of N = 10⁵ items, as written by the suite `growth`. */
export interface TierCost {
  /** The method. */
  readonly method: string;
  /** The number of items in the tier. */
  readonly n: number;
  /** The time relative to a softmax cross-entropy on the same row. */
  readonly cost: number;
}

const STYLES: Readonly<Record<string, { name: string; color: string; symbol: Plot.SymbolType }>> = {
  midpoint: { name: "PL-Partition, midpoint rule, T = 10 000", color: COLORS.blue, symbol: "square" },
  adaptive: { name: "PL-Partition, adaptive rule", color: COLORS.orange, symbol: "circle" },
  "PL-LB": { name: "PL-LB", color: "#222222", symbol: "times" },
};

/** The cost of one row as a function of the size of its tier. */
export function growthTierFigure(costs: readonly TierCost[]): string {
  const lines = Object.entries(STYLES).map(([method, style]) => ({
    ...style,
    points: costs.filter((one) => one.method === method).map(({ n, cost }) => ({ x: n, y: cost })),
  }));
  return growthPlot(lines, {
    x: "n, items in the tier, N = 100 000 in all",
    y: "value and gradient, relative to a softmax of the row",
    level: { y: 1, text: "the softmax itself", end: "right" },
  });
}
