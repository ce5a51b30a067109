import * as Plot from "@observablehq/plot";
import { COLORS, draw } from "../drawing/draw.ts";

/** The cost of one likelihood, as written by the suite `integrator-rules`. */
export interface RuleCost {
  /** The rule. */
  readonly rule: string;
  /** n, the number of items in the tier. */
  readonly n: number;
  /** The time relative to a thousand calls of Math.exp. */
  readonly cost: number;
  /** The midpoint rule's T. */
  readonly intervals?: number;
}

const RULES = ["enumeration", "exact", "midpoint", "adaptive"];
/** The label of each line: its text, the point it is attached to, and its offset. */
const LABELS: Readonly<
  Record<string, { text: string; point: number; textAnchor: "start" | "middle" | "end"; dx: number; dy: number }>
> = {
  enumeration: { text: "enumeration, n!", point: -1, textAnchor: "end", dx: -8, dy: 0 },
  exact: { text: "exact, 2ⁿ", point: -2, textAnchor: "start", dx: 10, dy: 4 },
  midpoint: { text: "midpoint, Theorem 1's T", point: -1, textAnchor: "start", dx: 10, dy: 0 },
  adaptive: { text: "adaptive", point: -1, textAnchor: "end", dx: -6, dy: -10 },
};

/** Cost of one likelihood as a function of the size n of its tier, for each rule. */
export function ruleGrowthFigure(costs: readonly RuleCost[]): string {
  return draw({
    marginRight: 40,
    x: { type: "log", label: "n, items in the tier", tickFormat: "~s" },
    y: { type: "log", label: "value, relative to 1000 Math.exp", tickFormat: "~g" },
    color: { domain: RULES, range: [COLORS.purple, COLORS.green, COLORS.blue, COLORS.orange] },
    marks: [
      Plot.lineY(costs, { x: "n", y: "cost", stroke: "rule", strokeWidth: 2 }),
      Plot.dot(costs, { x: "n", y: "cost", fill: "rule", r: 3 }),
      ...RULES.map((rule) => {
        const { text, point, ...where } = LABELS[rule];
        const beside = costs.filter((cost) => cost.rule === rule).at(point);
        return Plot.text(beside === undefined ? [] : [beside], {
          x: "n",
          y: "cost",
          text: () => text,
          fill: "rule",
          ...where,
        });
      }),
    ],
  });
}
