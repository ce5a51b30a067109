import * as Plot from "@observablehq/plot";
import { COLOURS, draw } from "@tierwise/figures";
import { meanAndError } from "@tierwise/sim/study";

/** P@5 of one training. */
export interface RulePrecision {
  /** `"midpoint"`, `"adaptive"` or `"ranknet"`. */
  readonly method: string;
  /** Of the midpoint rule: T, c and the centering. */
  readonly intervals?: number;
  readonly shift?: number;
  readonly center?: "none" | "row";
  /** P@5 in percent. */
  readonly precision: number;
}

const PANELS = { row: "centered scores (the paper's rule)", none: "raw scores" } as const;

/**
 * The paper's Figure 4: P@5 against T for every c, in one panel with centered and in one with raw scores; the adaptive rule and RankNet as
 * lines. Means over seeds, and each seed as a small ring.
 */
export function sensitivityFigure(cells: readonly RulePrecision[]): string {
  const seeds = cells.filter(({ method }) => method === "midpoint");
  const points = means(seeds);
  const lines = means(cells.filter(({ method }) => method !== "midpoint"));
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
    color: { domain: shifts, range: [COLOURS.blue, COLOURS.green, COLOURS.purple, COLOURS.grey] },
    symbol: { domain: shifts, range: ["circle", "square", "diamond", "triangle"] },
    marks: [
      ...lines.flatMap(({ method, precision }) => [
        Plot.ruleY([precision], {
          stroke: COLOURS.orange,
          strokeWidth: 1.5,
          ...(method === "adaptive" ? {} : { strokeDasharray: "6 4" }),
        }),
        Plot.text([precision], {
          y: (value: number) => value,
          fx: () => PANELS.none,
          x: () => 14_000,
          text: () => (method === "adaptive" ? "adaptive rule" : "RankNet"),
          fill: COLOURS.orange,
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

/** One row per c at the foot of the first panel, where no line goes. */
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

/** The mean over seeds of each cell, in the order of T. */
function means(cells: readonly RulePrecision[]): RulePrecision[] {
  const groups = new Map<string, RulePrecision[]>();
  for (const cell of cells) {
    const key = `${cell.method} ${cell.intervals} ${cell.shift} ${cell.center}`;
    groups.set(key, [...(groups.get(key) ?? []), cell]);
  }
  return Array.from(groups.values(), (group) => ({
    ...group[0],
    precision: meanAndError(group.map(({ precision }) => precision)).mean,
  })).toSorted((a, b) => (a.intervals ?? 0) - (b.intervals ?? 0));
}
