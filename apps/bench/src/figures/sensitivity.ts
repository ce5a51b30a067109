import * as Plot from "@observablehq/plot";
import { COLOURS, draw } from "@tierwise/figures";

/** What a training with some rule came to. */
export interface RulePrecision {
  /** `"midpoint"`, `"adaptive"` or `"ranknet"`. */
  readonly method: string;
  /** Of the midpoint rule: T and c. */
  readonly intervals?: number;
  readonly shift?: number;
  /** P@5 in percent. */
  readonly precision: number;
}

/**
 * The paper's Figure 4: P@5 against T for every c, with the adaptive rule and RankNet as lines. Means over seeds, and each seed
 * as a small ring.
 */
export function sensitivityFigure(cells: readonly RulePrecision[]): string {
  const seeds = cells.filter(({ method }) => method === "midpoint");
  const points = groups(seeds);
  const lines = groups(cells.filter(({ method }) => method !== "midpoint"));
  const shifts = [...new Set(points.map(({ shift }) => shift))].sort((a, b) => a - b);
  const range = [COLOURS.blue, COLOURS.green, COLOURS.purple, COLOURS.grey];
  return draw({
    marginRight: 130,
    x: { type: "log", label: "T, intervals of the midpoint rule", domain: [50, 14_000], ticks: 3, tickFormat: "~s" },
    y: { label: "P@5 in percent", grid: true, nice: true },
    color: { domain: shifts, range },
    marks: [
      Plot.ruleY(
        lines.filter(({ method }) => method === "adaptive"),
        { y: "precision", stroke: COLOURS.orange, strokeWidth: 2 },
      ),
      Plot.ruleY(
        lines.filter(({ method }) => method !== "adaptive"),
        { y: "precision", stroke: COLOURS.orange, strokeDasharray: "6 4" },
      ),
      Plot.text(lines, {
        x: 14_000,
        y: "precision",
        text: ({ method }) => (method === "adaptive" ? "adaptive rule" : "RankNet"),
        fill: COLOURS.orange,
        textAnchor: "start",
        dx: 6,
      }),
      Plot.lineY(points, { x: "intervals", y: "precision", stroke: "shift", strokeWidth: 2 }),
      Plot.dot(seeds, { x: "intervals", y: "precision", stroke: "shift", r: 2.5, strokeOpacity: 0.7 }),
      Plot.dot(points, { x: "intervals", y: "precision", fill: "shift", r: 4 }),
      ...shifts.map((own) =>
        Plot.text(
          points.filter(({ intervals, shift }) => intervals === 100 && shift === own),
          {
            x: "intervals",
            y: "precision",
            text: () => `c = ${own}`,
            fill: "shift",
            stroke: "white",
            textAnchor: "end",
            dx: -8,
            dy: own === 2 ? 4 : 0, // c = 0 and c = 2 nearly meet
          },
        ),
      ),
    ],
  });
}

interface Mean {
  readonly method: string;
  readonly intervals: number;
  readonly shift: number;
  readonly precision: number;
}

function groups(cells: readonly RulePrecision[]): Mean[] {
  const sums = new Map<string, { mean: Mean; count: number; sum: number }>();
  for (const { method, intervals = 0, shift = 0, precision } of cells) {
    const key = `${method} ${intervals} ${shift}`;
    const group = sums.get(key) ?? { mean: { method, intervals, shift, precision }, count: 0, sum: 0 };
    sums.set(key, { ...group, count: group.count + 1, sum: group.sum + precision });
  }
  return [...sums.values()]
    .map(({ mean, count, sum }) => ({ ...mean, precision: sum / count }))
    .sort((a, b) => a.intervals - b.intervals);
}
