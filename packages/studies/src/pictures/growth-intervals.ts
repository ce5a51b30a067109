import { COLORS } from "../drawing/draw.ts";
import { growthPlot } from "./growth-plot.ts";

/** What the midpoint rule costs and how wrong it is, as the suite `growth` writes it; the adaptive rule has no T. */
export interface IntervalCost {
  /** Which rule. */
  readonly rule: "adaptive" | "midpoint";
  /** T. */
  readonly intervals?: number;
  /** Time / that of the adaptive rule. */
  readonly cost: number;
  /** Of log P, no less than its rounding. */
  readonly error: number;
  /** The same where scores are not centered. */
  readonly rawError?: number;
}

/** Cost of the midpoint rule against its number T of intervals. */
export function growthIntervalsFigure(costs: readonly IntervalCost[]): string {
  return growthPlot([{ ...midpointLine, points: points(costs, ({ cost }) => cost) }], {
    x: "T, intervals of the midpoint rule; 100 of 1000 items",
    y: "value and gradient, in times of the adaptive rule",
    level: { y: 1, text: "adaptive rule", end: "right" },
  });
}

/** Error of the midpoint rule against T. */
export function growthErrorFigure(costs: readonly IntervalCost[]): string {
  const exact = costs.find(({ rule }) => rule === "adaptive");
  const lines = [
    { ...midpointLine, points: points(costs, ({ error }) => error) },
    { ...rawLine, points: points(costs, ({ rawError = Number.NaN }) => rawError) },
  ];
  return growthPlot(lines, {
    x: "T, intervals of the midpoint rule; 100 of 1000 items",
    y: "error of log P",
    tickFormat: "~e",
    legend: "middle",
    ...(exact === undefined ? {} : { level: { y: exact.error, text: "adaptive rule", end: "middle" } }),
  });
}

const midpointLine = { name: "midpoint rule, c = 5", color: COLORS.blue, symbol: "square" as const };
const rawLine = { name: "the same on raw scores", color: COLORS.grey, symbol: "diamond" as const };

function points(costs: readonly IntervalCost[], of: (cost: IntervalCost) => number): { x: number; y: number }[] {
  return costs.flatMap((one) => (one.intervals === undefined ? [] : [{ x: one.intervals, y: of(one) }]));
}
