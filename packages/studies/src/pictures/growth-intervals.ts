import { COLORS } from "../drawing/draw.ts";
import { growthPlot } from "./growth-plot.ts";

/** Cost and error of the midpoint rule, as written by the suite `growth`; the adaptive rule has no T. */
export interface IntervalCost {
  /** The rule. */
  readonly rule: "adaptive" | "midpoint";
  /** T, the number of intervals. */
  readonly intervals?: number;
  /** The time relative to the adaptive rule. */
  readonly cost: number;
  /** The error of log P, or its rounding error if that is larger. */
  readonly error: number;
  /** The error without centering the scores. */
  readonly rawError?: number;
}

/** Cost of the midpoint rule as a function of its number T of intervals. */
export function growthIntervalsFigure(costs: readonly IntervalCost[]): string {
  return growthPlot([{ ...midpointLine, points: points(costs, ({ cost }) => cost) }], {
    x: "T, intervals of the midpoint rule; 100 of 1000 items",
    y: "value and gradient, relative to the adaptive rule",
    level: { y: 1, text: "adaptive rule", end: "right" },
  });
}

/** Error of the midpoint rule as a function of T. */
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
const rawLine = { name: "the same on raw scores", color: COLORS.gray, symbol: "diamond" as const };

function points(costs: readonly IntervalCost[], of: (cost: IntervalCost) => number): { x: number; y: number }[] {
  return costs.flatMap((one) => (one.intervals === undefined ? [] : [{ x: one.intervals, y: of(one) }]));
}
