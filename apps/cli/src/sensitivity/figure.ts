import { draw, Plot } from "../report/draw.ts";
import type { CellResult, Grid } from "./cells.ts";

/** One panel of Figure 4: P@5 against T or against c, the adaptive rule and RankNet as lines. */
export function sensitivityPanel(results: readonly CellResult[], grid: Grid, over: "intervals" | "shift"): string {
  const fixed = over === "intervals" ? { key: "shift", at: grid.atShift } : { key: "intervals", at: grid.atIntervals };
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
  return draw({
    width: 420,
    height: 300,
    marginRight: 24,
    marginLeft: 56,
    x: {
      label: over === "intervals" ? "T, intervals of the midpoint rule" : "c, shift of the midpoint rule",
      ...(over === "intervals" ? { type: "log" as const, tickFormat: "~s", ticks: [...grid.intervals] } : { ticks: 5 }),
      inset: 18,
    },
    y: { label: "P@5, %", grid: true, nice: true, ticks: 5 },
    marks: [
      ...lines.flatMap(({ name, y }) => [
        Plot.ruleY([y], { stroke: color(name), strokeWidth: 1.8, strokeDasharray: dash(name) }),
        // At opposite ends, since the lines may lie close together.
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
