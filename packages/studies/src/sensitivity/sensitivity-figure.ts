import * as Plot from "@observablehq/plot";
import { COLORS, draw, drawOnPage } from "../drawing/draw.ts";
import { meanAndError } from "../statistics/mean-and-error.ts";
import type { SensitivityCross } from "./rule-grids.ts";
import type { SensitivitySummary } from "./sensitivity-summary.ts";

/** P@5 in percent, for one training run or as the mean over seeds. */
interface RulePrecision extends Pick<SensitivitySummary, "center" | "intervals" | "method" | "shift"> {
  readonly precision: number;
}

const PANELS = { row: "centered scores (the paper's rule)", none: "raw scores" } as const;

/**
 * The paper's Figure 4: P@5 as a function of T for every c, in one panel for centered scores and one for raw scores, with the adaptive rule
 * and RankNet as horizontal lines. Curves show means over seeds; small rings show individual seeds.
 *
 * @param summaries - The summary of the sensitivity study.
 */
export function sensitivityFigure(summaries: readonly SensitivitySummary[]): string {
  const known = summaries.filter(({ precisions }) => precisions.length > 0);
  const rules = known.filter(({ method }) => method === "midpoint");
  const seeds = rules.flatMap((rule) => rule.precisions.map((precision) => ({ ...rule, precision: 100 * precision })));
  const points = means(rules);
  const lines = means(known.filter(({ method }) => method !== "midpoint"));
  const shifts = [...new Set(points.map(({ shift = 0 }) => shift))].sort((a, b) => a - b);
  const panel = ({ center = "row" }: RulePrecision): string => PANELS[center];
  const series = { x: "intervals", y: "precision", fx: panel } as const;
  return draw({
    width: 820,
    marginRight: 110,
    marginTop: 52,
    fx: { label: null, domain: Object.values(PANELS), padding: 0.12 },
    x: { type: "log", label: "T, intervals of the midpoint rule", domain: [70, 14_000], ticks: 3, tickFormat: "~s" },
    y: { label: "P@5 in percent", grid: true, nice: true },
    color: { domain: shifts, range: [COLORS.blue, COLORS.green, COLORS.purple, COLORS.gray] },
    symbol: { domain: shifts, range: ["circle", "square", "diamond", "triangle"] },
    marks: [
      ...lines.flatMap(({ method, precision }) => [
        Plot.ruleY([precision], {
          stroke: COLORS.orange,
          strokeWidth: 1.5,
          ...(method === "adaptive" ? {} : { strokeDasharray: "6 4" }),
        }),
        Plot.text([precision], {
          y: (value: number) => value,
          fx: () => PANELS.none,
          x: () => 14_000,
          text: () => (method === "adaptive" ? "adaptive rule" : "RankNet"),
          fill: COLORS.orange,
          textAnchor: "start",
          dx: 6,
        }),
      ]),
      Plot.lineY(points, { ...series, stroke: "shift", strokeWidth: 2 }),
      Plot.dot(seeds, { ...series, stroke: "shift", r: 2.5, strokeOpacity: 0.6 }),
      Plot.dot(points, { ...series, fill: "shift", symbol: "shift", r: 4.5 }),
      legend(shifts),
    ],
  });
}

/** The legend: one row per c at the bottom of the first panel, where it does not cover the lines. */
function legend(shifts: readonly number[]): Plot.Markish[] {
  const fx = (): string => PANELS.row;
  return shifts.flatMap((shift, i) => {
    const place = { frameAnchor: "bottom-left", dy: -12 - 18 * (shifts.length - 1 - i), fx } as const;
    return [
      Plot.dot([shift], { ...place, dx: 16, fill: () => shift, symbol: () => shift, r: 4.5 }),
      Plot.text([shift], { ...place, dx: 28, text: () => `c = ${shift}`, textAnchor: "start", lineAnchor: "middle" }),
    ];
  });
}

/** For each rule, the mean over the seeds that did not diverge, sorted by T. */
function means(summaries: readonly SensitivitySummary[]): RulePrecision[] {
  return summaries
    .map((summary) => ({ ...summary, precision: meanAndError(summary.precisions.map((x) => 100 * x)).mean }))
    .toSorted((a, b) => (a.intervals ?? 0) - (b.intervals ?? 0));
}

/**
 * A panel of Figure 4 for a page: P@5 as a function of T for one c, or of c for one T, with the adaptive rule and RankNet as lines.
 *
 * @param results - The summary of the sensitivity study.
 * @param cross - The fixed c and the fixed T.
 * @param over - The variable on the x axis.
 */
export function sensitivityPanel(
  results: readonly SensitivitySummary[],
  cross: SensitivityCross,
  over: "intervals" | "shift",
): string {
  const fixed =
    over === "intervals" ? { key: "shift", at: cross.atShift } : { key: "intervals", at: cross.atIntervals };
  const points = results.flatMap((result) => {
    const x = result[over];
    if (x === undefined || result.precision === null || result[fixed.key as "intervals" | "shift"] !== fixed.at)
      return [];
    const spread = 100 * (result.standardError ?? 0);
    const y = 100 * result.precision;
    return [{ x, y, from: y - spread, to: y + spread }];
  });
  const lines = results.flatMap(({ name, intervals, precision }) =>
    intervals === undefined && precision !== null ? [{ name, y: 100 * precision }] : [],
  );
  const color = (name: string): string => (name === "adaptive" ? "var(--series-3, #009e73)" : "var(--ink, #222)");
  const dash = (name: string): string => (name === "adaptive" ? "" : "6 5");
  return drawOnPage({
    width: 420,
    height: 300,
    marginRight: 24,
    marginLeft: 56,
    x: {
      label: over === "intervals" ? "T, intervals of the midpoint rule" : "c, shift of the midpoint rule",
      ...(over === "intervals"
        ? { type: "log" as const, tickFormat: "~s", ticks: points.map(({ x }) => x).sort((a, b) => a - b) }
        : { ticks: 5 }),
      inset: 18,
    },
    y: { label: "P@5, %", grid: true, nice: true, ticks: 5 },
    marks: [
      ...lines.flatMap(({ name, y }) => [
        Plot.ruleY([y], { stroke: color(name), strokeWidth: 1.8, strokeDasharray: dash(name) }),
        // The labels are at opposite ends, because the lines may be close together.
        Plot.text([y], {
          y: (value: number) => value,
          text: () => name,
          ...(name === "adaptive"
            ? ({ frameAnchor: "right", textAnchor: "end" } as const)
            : ({ frameAnchor: "left", textAnchor: "start" } as const)),
          dy: -8,
          fill: color(name),
        }),
      ]),
      Plot.lineY(
        points.toSorted((a, b) => a.x - b.x),
        { x: "x", y: "y", stroke: "var(--series-1, #0072b2)", strokeWidth: 2.2 },
      ),
      Plot.ruleX(points, { x: "x", y1: "from", y2: "to", stroke: "var(--series-1, #0072b2)" }),
      Plot.dot(points, { x: "x", y: "y", fill: "var(--series-1, #0072b2)", r: 4 }),
    ],
  });
}
