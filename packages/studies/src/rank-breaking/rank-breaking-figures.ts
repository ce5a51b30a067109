import * as Plot from "@observablehq/plot";
import { COLORS, draw } from "../drawing/draw.ts";
import type { EstimatorSummary } from "./summary.ts";

const NAMES: Readonly<Record<string, string>> = { pairs: "pairs", unlimited: "no limit" };
const nameOf = ({ estimator }: EstimatorSummary): string => NAMES[estimator] ?? `M = ${estimator}`;

/** A logarithmic scale with a margin around the values and ticks at 1, 2 and 5 times each power of ten. */
function logScale(values: readonly number[]): Plot.ScaleOptions {
  const domain = [0.8 * Math.min(...values), 1.25 * Math.max(...values)];
  const ticks = [-4, -3, -2, -1, 0, 1, 2]
    .flatMap((power) => [1, 2, 5].map((digit) => Number(`${digit}e${power}`)))
    .filter((tick) => tick >= domain[0] && tick <= domain[1]);
  return { type: "log", domain, ticks, tickFormat: "~g", grid: true };
}

/** Error of the utilities by estimator: mean and standard error over seeds, with a line for each number of users. */
export function rankBreakingErrorFigure(summaries: readonly EstimatorSummary[]): string {
  const rows = summaries
    .filter(({ by }) => by === "integral")
    .map((summary) => ({
      name: nameOf(summary),
      users: `${summary.users} users`,
      mean: summary.meanSquaredError.mean,
      low: summary.meanSquaredError.mean - (summary.meanSquaredError.standardError ?? 0),
      high: summary.meanSquaredError.mean + (summary.meanSquaredError.standardError ?? 0),
    }));
  const series = [...new Set(rows.map(({ users }) => users))];
  return draw({
    marginRight: 96,
    x: { type: "point", domain: [...new Set(rows.map(({ name }) => name))], label: null },
    y: { label: "MSE of the utilities", ...logScale(rows.flatMap(({ low, high }) => [low, high])) },
    color: { domain: series, range: [COLORS.orange, COLORS.blue, COLORS.green] },
    marks: [
      Plot.lineY(rows, { x: "name", y: "mean", stroke: "users", strokeWidth: 2 }),
      Plot.ruleX(rows, { x: "name", y1: "low", y2: "high", stroke: "users", strokeWidth: 2 }),
      Plot.dot(rows, { x: "name", y: "mean", fill: "users", r: 4 }),
      Plot.text(
        rows.filter(({ name }) => name === NAMES["unlimited"]),
        { x: "name", y: "mean", text: "users", fill: "users", textAnchor: "start", dx: 12 },
      ),
    ],
  });
}

/** Time of a fit by estimator, using the integral or enumerating the orders of each tier. */
export function rankBreakingTimeFigure(summaries: readonly EstimatorSummary[]): string {
  const fewest = Math.min(...summaries.map(({ users }) => users));
  const rows = summaries
    .filter(({ users, estimator }) => users === fewest && estimator !== "pairs")
    .map((summary) => ({ name: nameOf(summary), by: summary.by, seconds: summary.seconds.mean }));
  const last = ["integral", "enumeration"].flatMap((by) => rows.filter((row) => row.by === by).slice(-1));
  return draw({
    marginRight: 40,
    x: { type: "point", domain: [...new Set(rows.map(({ name }) => name))], label: null },
    y: { label: `seconds per fit, ${fewest} users`, ...logScale(rows.map(({ seconds }) => seconds)) },
    color: { domain: ["integral", "enumeration"], range: [COLORS.orange, COLORS.purple] },
    marks: [
      Plot.lineY(rows, { x: "name", y: "seconds", stroke: "by", strokeWidth: 2 }),
      Plot.dot(rows, { x: "name", y: "seconds", fill: "by", r: 4 }),
      Plot.text(last, {
        x: "name",
        y: "seconds",
        text: ({ by }) => (by === "integral" ? "the integral" : "enumeration, M!"),
        fill: "by",
        textAnchor: "end",
        dx: -10,
        dy: -12,
      }),
    ],
  });
}
