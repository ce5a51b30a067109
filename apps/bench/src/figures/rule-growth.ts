import * as Plot from "@observablehq/plot";
import { COLOURS, draw } from "./draw.ts";

/** One timed call, as the suite `integrator-rules` writes it. */
export interface RuleTime {
  readonly rule: string;
  readonly n: number;
  readonly microseconds: number;
}

const RULES = ["enumeration", "exact", "midpoint", "adaptive"];
const LABELS: Readonly<Record<string, string>> = {
  enumeration: "enumeration, n!",
  exact: "exact, 2ⁿ",
  midpoint: "midpoint, Theorem 1's T",
  adaptive: "adaptive",
};

/** Time of one likelihood against the size n of its tier, for each rule. */
export function ruleGrowthFigure(times: readonly RuleTime[]): string {
  const last = RULES.flatMap((rule) => times.filter((time) => time.rule === rule).slice(-1));
  return draw({
    marginRight: 40,
    x: { type: "log", label: "n, items in the tier", tickFormat: "~s" },
    y: { type: "log", label: "microseconds", tickFormat: "~s" },
    color: { domain: RULES, range: [COLOURS.purple, COLOURS.green, COLOURS.blue, COLOURS.orange] },
    marks: [
      Plot.lineY(times, { x: "n", y: "microseconds", stroke: "rule", strokeWidth: 2 }),
      Plot.dot(times, { x: "n", y: "microseconds", fill: "rule", r: 3 }),
      ...last.map((time) =>
        Plot.text([time], {
          x: "n",
          y: "microseconds",
          text: () => LABELS[time.rule],
          fill: "rule",
          ...(time.rule === "exact" ? { textAnchor: "start", dx: 10 } : { textAnchor: "end", dx: -10, dy: -6 }),
        }),
      ),
    ],
  });
}
