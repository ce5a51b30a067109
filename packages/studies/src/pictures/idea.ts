// The figures of docs/idea.md.
import * as Plot from "@observablehq/plot";
import { randomStream } from "@tierwise/random";
import { COLORS, draw } from "../drawing/draw.ts";

/** Observations as tiers of named items, best tier first. */
const OBSERVATIONS: readonly { readonly said: string; readonly tiers: readonly (readonly string[])[] }[] = [
  {
    said: "clicked, passed over",
    tiers: [
      ["A", "B"],
      ["C", "D", "E"],
    ],
  },
  { said: "five stars, four, two", tiers: [["B"], ["A", "E"], ["C", "D"]] },
  { said: "a tier list", tiers: [["A", "B", "D"], ["C"], ["E"]] },
];
const TIER_COLORS = [COLORS.orange, COLORS.sky, COLORS.gray];

/** Three observations. Each is drawn as boxes of items, from the best tier to the lowest. */
export function tiersFigure(): string {
  const boxes: { x1: number; x2: number; row: number; tier: number }[] = [];
  const items: { x: number; row: number; name: string }[] = [];
  const above: { x: number; row: number }[] = [];
  for (const [row, { tiers }] of OBSERVATIONS.entries()) {
    let x = 0;
    for (const [tier, names] of tiers.entries()) {
      if (tier > 0) above.push({ x: x - 0.25, row });
      boxes.push({ x1: x, x2: x + names.length, row, tier });
      for (const [i, name] of names.entries()) items.push({ x: x + i + 0.5, row, name });
      x += names.length + 0.5;
    }
  }
  return draw({
    height: 230,
    marginLeft: 170,
    marginTop: 12,
    marginBottom: 12,
    x: { axis: null, domain: [-0.1, 6.1] },
    y: { axis: null, domain: [2.55, -0.55] },
    marks: [
      Plot.rect(boxes, {
        x1: "x1",
        x2: "x2",
        y1: ({ row }) => row - 0.36,
        y2: ({ row }) => row + 0.36,
        rx: 10,
        fill: ({ tier }) => TIER_COLORS[tier],
        fillOpacity: 0.22,
        stroke: ({ tier }) => TIER_COLORS[tier],
        strokeWidth: 1.5,
      }),
      Plot.text(items, { x: "x", y: "row", text: "name", fontSize: 20 }),
      Plot.text(above, { x: "x", y: "row", text: () => "≻", fontSize: 20 }),
      Plot.text(OBSERVATIONS, {
        x: () => -0.1,
        y: (_, row) => row,
        text: "said",
        textAnchor: "end",
        dx: -10,
        fontSize: 14,
      }),
    ],
  });
}

/** The items of the figures of a race: two in the tier and two below it, with scores 2, 1, 0 and −1. */
const RACERS = [
  { name: "A, score 2", score: 2, top: true },
  { name: "B, score 1", score: 1, top: true },
  { name: "C, score 0", score: 0, top: false },
  { name: "D, score −1", score: -1, top: false },
];
const RACES = 60;
/** A race in which both items in the tier arrive well before the others. */
const SHOWN_RACE = 3;

/** Arrival times of every item in many races. One race is highlighted, with the first arrival from the rest. */
export function raceFigure(): string {
  const arrivals = RACERS.flatMap(({ name, score, top }, item) =>
    Array.from({ length: RACES }, (_, race) => {
      const time = -Math.log(randomStream(7, race, item)()) / Math.exp(score);
      return { name, top, race, time };
    }),
  );
  const shown = arrivals.filter(({ race }) => race === SHOWN_RACE);
  const firstBelow = Math.min(...shown.filter(({ top }) => !top).map(({ time }) => time));
  const color = ({ top }: { top: boolean }): string => (top ? COLORS.orange : COLORS.blue);
  return draw({
    height: 260,
    marginLeft: 104,
    x: { type: "log", label: "time of arrival", domain: [0.005, 10], ticks: 4, tickFormat: "~g" },
    y: { type: "band", domain: RACERS.map(({ name }) => name), label: null, padding: 0.2 },
    marks: [
      Plot.tickX(
        arrivals.filter(({ time }) => time >= 0.005 && time <= 10),
        { x: "time", y: "name", stroke: color, strokeOpacity: 0.35, insetTop: 6, insetBottom: 6 },
      ),
      Plot.ruleX([firstBelow], { stroke: COLORS.blue, strokeDasharray: "6 4" }),
      Plot.dot(shown, { x: "time", y: "name", fill: color, r: 7, stroke: "white" }),
      Plot.text([firstBelow], {
        x: (time) => time,
        frameAnchor: "top",
        text: () => "first arrival of the rest",
        fill: COLORS.blue,
        textAnchor: "start",
        dx: 6,
        dy: -16,
      }),
    ],
  });
}

/** The density of the first arrival from the rest and the chance that the tier has arrived by time s, and the area under their product. */
export function raceIntegralFigure(): string {
  const below = RACERS.filter(({ top }) => !top).reduce((sum, { score }) => sum + Math.exp(score), 0);
  const rates = RACERS.filter(({ top }) => top).map(({ score }) => Math.exp(score) / below);
  const curve = Array.from({ length: 251 }, (_, i) => {
    const s = i / 50;
    const density = Math.exp(-s);
    const arrived = rates.reduce((product, rate) => product * -Math.expm1(-rate * s), 1);
    return { s, density, arrived, both: density * arrived };
  });
  const label = (s: number, y: number, text: string, fill: string): Plot.Markish =>
    Plot.text([{ s, y }], {
      x: "s",
      y: "y",
      text: () => text,
      fill,
      textAnchor: "start",
      lineHeight: 1.2,
      fontSize: 14,
    });
  return draw({
    height: 340,
    x: { label: "s, time in units of the mean first arrival of the rest" },
    y: { label: null, domain: [0, 1.05], ticks: 5 },
    marks: [
      Plot.areaY(curve, { x: "s", y: "both", fill: COLORS.green, fillOpacity: 0.3 }),
      Plot.ruleY([0], { stroke: COLORS.gray }),
      Plot.lineY(curve, { x: "s", y: "arrived", stroke: COLORS.orange, strokeWidth: 2 }),
      Plot.lineY(curve, { x: "s", y: "density", stroke: COLORS.blue, strokeWidth: 2, strokeDasharray: "7 4" }),
      Plot.lineY(curve, { x: "s", y: "both", stroke: COLORS.green, strokeWidth: 2 }),
      label(2.1, 0.88, "chance that A and B have arrived", COLORS.orange),
      label(1.0, 0.46, "density of the first arrival of the rest", COLORS.blue),
      label(1.75, 0.26, "their product: its area is P({A, B} ≻ {C, D})", COLORS.green),
    ],
  });
}
