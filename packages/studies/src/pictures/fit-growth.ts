import { COLORS } from "../drawing/draw.ts";
import { growthPlot } from "./growth-plot.ts";

/** The time of a fit with intervals, as written by the suite `battles`. */
export interface FitGrowth {
  /** The quantity that grows: battles between 100 items, items in 200 000 battles, or items per vote in 2000 votes on 400 items. */
  readonly by: string;
  /** The value of this quantity. */
  readonly size: number;
  /** The time in seconds. */
  readonly seconds: number;
}

const lines = [
  { by: "battles", name: "battles of 100 items", color: COLORS.orange, symbol: "circle" },
  { by: "items", name: "items of 200 000 battles", color: COLORS.blue, symbol: "square" },
  { by: "items per vote", name: "items per vote, 2000 votes in 3 tiers", color: "#222222", symbol: "times" },
] as const;

/** The time of a fit with intervals as a function of the number of battles, the number of items, and the number of items per vote. */
export function fitGrowthFigure(growth: readonly FitGrowth[]): string {
  return growthPlot(
    lines.map(({ by, ...style }) => ({
      ...style,
      points: growth.filter((one) => one.by === by).map(({ size, seconds }) => ({ x: size, y: seconds })),
    })),
    { x: "number", y: "seconds for a fit with intervals" },
  );
}
