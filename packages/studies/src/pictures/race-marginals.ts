// The figures of docs/race.md that need no measurement.
import * as Plot from "@observablehq/plot";
import { dcg, expectedMetric, inclusionProbabilities, rankProbabilities } from "@tierwise/race";
import { COLORS, draw } from "../drawing/draw.ts";

/** Twelve items: a favorite, a close field, and two outsiders. */
const SCORES = [3, 1.8, 1.6, 1.5, 1.2, 1, 0.8, 0.5, 0.3, 0, -1.5, -2];
const NAMES = SCORES.map((score, i) => `${String.fromCharCode(65 + i)}  ${score.toFixed(1).replace("-", "−")}`);

/** The distribution of the rank of every item, as a heat map. */
export function rankHeatMapFigure(): string {
  const count = SCORES.length;
  const { probabilities } = rankProbabilities(SCORES, { k: count });
  const cells = Array.from(probabilities, (p, at) => ({
    item: NAMES[Math.floor(at / count)],
    rank: (at % count) + 1,
    p,
  }));
  return draw({
    height: 420,
    marginLeft: 84,
    x: { type: "band", label: "rank", labelArrow: "none", tickSize: 0 },
    y: { type: "band", label: "item, score", labelArrow: "none", domain: NAMES, tickSize: 0 },
    color: { type: "sqrt", scheme: "blues", domain: [0, 0.75] },
    marks: [
      Plot.cell(cells, { x: "rank", y: "item", fill: "p", inset: 0.5 }),
      Plot.text(cells, {
        x: "rank",
        y: "item",
        text: ({ p }) => (p >= 0.005 ? `${Math.round(100 * p)}` : ""),
        fill: ({ p }) => (p > 0.3 ? "white" : "#222222"),
        fontSize: 12,
      }),
    ],
  });
}

/** The probability that each item is among the first k, for every k. */
export function inclusionFigure(): string {
  const count = SCORES.length;
  const shown = [0, 1, 4, 7, 9, 10].map((item, i) => ({ item, color: Object.values(COLORS)[i] }));
  const points = Array.from({ length: count }, (_, n) => {
    const { probabilities } = inclusionProbabilities(SCORES, { k: n + 1 });
    return shown.map(({ item, color }) => ({ k: n + 1, p: probabilities[item], name: NAMES[item], color }));
  }).flat();
  return draw({
    height: 360,
    marginRight: 64,
    x: { label: "k", labelArrow: "none", domain: [1, count], ticks: count },
    y: { label: "P(rank ≤ k)", domain: [0, 1], ticks: 5, grid: true },
    marks: [
      Plot.ruleY([0], { stroke: COLORS.gray }),
      Plot.lineY(points, { x: "k", y: "p", z: "name", stroke: "color", strokeWidth: 2 }),
      Plot.dot(points, { x: "k", y: "p", fill: "color", r: 3 }),
      ...shown.map(({ item, color }, i) =>
        Plot.text([NAMES[item]], {
          frameAnchor: "top-right",
          dx: 56,
          dy: 40 + 22 * i,
          textAnchor: "end",
          fill: color,
        }),
      ),
    ],
  });
}

/** The gradient of the expected DCG@3 of two relevant items, as bars. */
export function metricGradientFigure(): string {
  const relevant = [2, 7];
  const gains = SCORES.map((_, i) => (relevant.includes(i) ? 1 : 0));
  const gradient = new Float64Array(SCORES.length);
  expectedMetric(SCORES, gains, { metric: dcg({ k: 3 }), gradient });
  const bars = Array.from(gradient, (g, i) => ({ name: NAMES[i], g, relevant: relevant.includes(i) }));
  return draw({
    height: 360,
    marginLeft: 84,
    x: { label: "derivative of the expected DCG@3 with respect to the score", labelArrow: "none", grid: true },
    y: { type: "band", label: "item, score", labelArrow: "none", domain: NAMES, padding: 0.25, tickSize: 0 },
    marks: [
      Plot.barX(bars, { x: "g", y: "name", fill: ({ relevant: on }) => (on ? COLORS.orange : COLORS.blue) }),
      Plot.ruleX([0], { stroke: COLORS.gray }),
      Plot.text(["relevant items"], { frameAnchor: "bottom-right", dy: -28, fill: COLORS.orange }),
      Plot.text(["other items"], { frameAnchor: "bottom-right", dy: -8, fill: COLORS.blue }),
    ],
  });
}
