import * as Plot from "@observablehq/plot";
import { tierAbove } from "@tierwise/core-integrator";
import { COLOURS, draw } from "@tierwise/figures";

/** Advantages d = w − w_R of the twelve items that both pictures use; P is about 0.006. */
const ADVANTAGES = Array.from({ length: 12 }, (_, i) => i / 3 - 2);
const SHIFT = 1;

/** e^{ℓ(y)} of the adaptive rule. */
function integrand(y: number): number {
  let value = Math.exp(y - Math.exp(y));
  for (const d of ADVANTAGES) value *= -Math.expm1(-Math.exp(y + d));
  return value;
}

/** The integrand over y with the nodes of a trapezoid rule that gives twelve digits. */
export function integrandFigure(): string {
  const at = (y: number): { y: number; value: number } => ({ y, value: integrand(y) });
  const curve = Array.from({ length: 301 }, (_, i) => at(-2 + i / 50));
  const most = Math.max(...curve.map(({ value }) => value));
  const nodes = Array.from({ length: 40 }, (_, k) => at(-3.2 + 0.22 * k)).filter(({ value }) => value > 1e-14 * most);
  return draw({
    x: { label: "y" },
    y: { label: "integrand", ticks: 4 },
    marks: [
      Plot.ruleY([0], { stroke: COLOURS.grey }),
      Plot.ruleX(nodes, { x: "y", y1: 0, y2: "value", stroke: COLOURS.orange, strokeOpacity: 0.7 }),
      Plot.lineY(curve, { x: "y", y: "value", stroke: COLOURS.blue, strokeWidth: 2 }),
      Plot.dot(nodes, { x: "y", y: "value", fill: COLOURS.orange, r: 3.5 }),
    ],
  });
}

/** The error of log P against the number of nodes: the trapezoid rule in y, and the paper's midpoint rule in v. */
export function convergenceFigure(): string {
  const truth = tierAbove(ADVANTAGES, 0).logProbability;
  const rows: { rule: string; nodes: number; error: number }[] = [];
  for (let nodes = 4; nodes <= 40; nodes += 2) {
    rows.push({ rule: "trapezoid in y (adaptive)", nodes, error: Math.abs(trapezoid(nodes) - truth) });
  }
  for (let nodes = 4; nodes <= 40_000; nodes = Math.ceil(nodes * 1.5)) {
    rows.push({ rule: "midpoint in v (the paper's)", nodes, error: Math.abs(midpointRule(nodes) - truth) });
  }
  const visible = rows
    .filter(({ error }) => error > 1e-16)
    .map((row) => ({ ...row, error: Math.max(row.error, 1e-16) }));
  return draw({
    marginRight: 100,
    x: { type: "log", label: "nodes", tickFormat: "~s" },
    y: { type: "log", label: "error of log P", domain: [1e-16, 10], tickFormat: "~e", ticks: 8 },
    color: {
      domain: ["trapezoid in y (adaptive)", "midpoint in v (the paper's)"],
      range: [COLOURS.orange, COLOURS.blue],
    },
    marks: [
      Plot.lineY(visible, { x: "nodes", y: "error", stroke: "rule", strokeWidth: 2 }),
      Plot.dot(visible, { x: "nodes", y: "error", fill: "rule", r: 3 }),
      Plot.text([{ x: 34, y: 1e-14, text: "trapezoid in y\n(adaptive)" }], {
        x: "x",
        y: "y",
        text: "text",
        fill: COLOURS.orange,
        textAnchor: "start",
        dx: 14,
        lineHeight: 1.2,
      }),
      Plot.text([{ x: 3_000, y: 3e-7, text: "midpoint in v\n(the paper's rule)" }], {
        x: "x",
        y: "y",
        text: "text",
        fill: COLOURS.blue,
        textAnchor: "start",
        dx: 12,
        lineHeight: 1.2,
      }),
    ],
  });
}

/** Nodes spread over the window in which the integrand is above e^{−38} of its maximum. */
function trapezoid(nodes: number): number {
  const [from, to] = [-4.35, 4.05];
  const step = (to - from) / (nodes - 1);
  let sum = 0;
  for (let k = 0; k < nodes; k++) sum += integrand(from + k * step);
  return Math.log(sum * step);
}

function midpointRule(intervals: number): number {
  const rest = Math.exp(SHIFT);
  let sum = 0;
  for (let t = 0; t < intervals; t++) {
    const logV = Math.log((t + 0.5) / intervals);
    let value = Math.exp((rest - 1) * logV);
    for (const d of ADVANTAGES) value *= -Math.expm1(Math.exp(d + SHIFT) * logV);
    sum += value;
  }
  return Math.log((rest * sum) / intervals);
}
