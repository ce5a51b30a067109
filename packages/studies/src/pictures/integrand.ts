import * as Plot from "@observablehq/plot";
import { logLikelihood, midpoint, type Preference } from "@tierwise/core-integrator";
import { normal, randomStream } from "@tierwise/random";
import { samplePlackettLuce } from "@tierwise/sim";
import { COLORS, draw } from "../drawing/draw.ts";

/** Advantages d = w − w_R of the twelve items in the first figure; P is about 0.006. */
const ADVANTAGES = Array.from({ length: 12 }, (_, i) => i / 3 - 2);

/** ℓ(y), the log-integrand of the adaptive rule. */
function logIntegrand(advantages: readonly number[], y: number): number {
  let log = y - Math.exp(y);
  for (const d of advantages) log += Math.log(-Math.expm1(-Math.exp(y + d)));
  return log;
}

/** The integrand over y, with the nodes of a trapezoid rule accurate to twelve digits. */
export function integrandFigure(): string {
  const at = (y: number): { y: number; value: number } => ({ y, value: Math.exp(logIntegrand(ADVANTAGES, y)) });
  const curve = Array.from({ length: 301 }, (_, i) => at(-2 + i / 50));
  const most = Math.max(...curve.map(({ value }) => value));
  const nodes = Array.from({ length: 40 }, (_, k) => at(-3.2 + 0.22 * k)).filter(({ value }) => value > 1e-14 * most);
  return draw({
    x: { label: "y" },
    y: { label: "integrand", ticks: 4 },
    marks: [
      Plot.ruleY([0], { stroke: COLORS.gray }),
      Plot.ruleX(nodes, { x: "y", y1: 0, y2: "value", stroke: COLORS.orange, strokeOpacity: 0.7 }),
      Plot.lineY(curve, { x: "y", y: "value", stroke: COLORS.blue, strokeWidth: 2 }),
      Plot.dot(nodes, { x: "y", y: "value", fill: COLORS.orange, r: 3.5 }),
    ],
  });
}

/** A tier of 19 of 983 items, as in a row of Delicious-1K; the seed of the scores is fixed. */
function ordinaryRow(): { scores: Float64Array; preference: Preference; advantages: number[] } {
  const random = randomStream(19);
  const scores = new Float64Array(983).map(() => normal(random));
  const tier = samplePlackettLuce(scores, random).slice(0, 19);
  const rest = scores.reduce((sum, w, item) => (tier.includes(item) ? sum : sum + Math.exp(w)), 0);
  return {
    scores,
    preference: { tiers: [tier] },
    advantages: Array.from(tier, (item) => scores[item] - Math.log(rest)),
  };
}

const SERIES = [
  { rule: "trapezoid in y (adaptive)", color: COLORS.orange },
  { rule: "midpoint in v, c = 5 (the paper's)", color: COLORS.blue },
  { rule: "midpoint in v, c = 5, raw scores", color: COLORS.gray },
] as const;

/** The error of log P by number of nodes, for the trapezoid rule in y and the paper's midpoint rule in v with centered and raw scores. */
export function convergenceFigure(): string {
  const { scores, preference, advantages } = ordinaryRow();
  const truth = logLikelihood(scores, preference);
  const rows: { rule: string; nodes: number; error: number }[] = [];
  const add = (series: number, nodes: number, value: number): void => {
    // Differences below the rounding error of log P are meaningless.
    const error = Math.max(Math.abs(value - truth), Math.abs(truth) * Number.EPSILON);
    rows.push({ rule: SERIES[series].rule, nodes, error });
  };
  for (let nodes = 4; nodes <= 40; nodes += 2) add(0, nodes, trapezoid(advantages, nodes));
  for (let intervals = 4; intervals <= 1_000_000; intervals = Math.ceil(intervals * 1.4)) {
    if (intervals <= 400)
      add(1, intervals, logLikelihood(scores, preference, { rule: midpoint({ intervals, shift: 5 }) }));
    const raw = midpoint({ intervals, shift: 5, center: "none", negligible: 1e-18 });
    add(2, intervals, logLikelihood(scores, preference, { rule: raw }));
  }
  return draw({
    marginRight: 30,
    x: { type: "log", label: "nodes", tickFormat: "~s" },
    y: { type: "log", label: "error of log P, nats", tickFormat: "~e", ticks: 8 },
    color: { domain: SERIES.map(({ rule }) => rule), range: SERIES.map(({ color }) => color) },
    marks: [
      Plot.lineY(rows, { x: "nodes", y: "error", stroke: "rule", strokeWidth: 2 }),
      Plot.dot(rows, { x: "nodes", y: "error", fill: "rule", r: 3 }),
      label(0, 4.3, 1e-8, "trapezoid\nin y\n(adaptive)", "start"),
      label(1, 110, 1e-8, "midpoint in v, c = 5\n(the paper's)", "start"),
      label(2, 1500, 2000, "the same on raw scores", "start"),
    ],
  });
}

function label(series: number, x: number, y: number, text: string, textAnchor: "end" | "start"): Plot.Markish {
  const place = { x: "x", y: "y", text: "text", fill: SERIES[series].color, textAnchor, lineHeight: 1.2 };
  return Plot.text([{ x, y, text }], place);
}

/** The trapezoid rule with nodes spread over the interval where the integrand exceeds e^{−38} times its maximum. */
function trapezoid(advantages: readonly number[], nodes: number): number {
  const grid = Array.from({ length: 2001 }, (_, i) => -10 + i / 100);
  const logs = grid.map((y) => logIntegrand(advantages, y));
  const most = Math.max(...logs);
  const inside = grid.filter((_, i) => logs[i] > most - 38);
  const [from, to] = [inside[0], inside[inside.length - 1]];
  const step = (to - from) / (nodes - 1);
  let sum = 0;
  for (let k = 0; k < nodes; k++) sum += Math.exp(logIntegrand(advantages, from + k * step) - most);
  return most + Math.log(sum * step);
}
