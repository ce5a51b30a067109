import type { NamedRankedItem } from "@tierwise/aggregate";
import { joinDrawings } from "@tierwise/studies/figures";
import { draw, Plot } from "../report/draw.ts";
import { xmlSafeText } from "../report/markup-text.ts";
import { shortened } from "../terminal/shortened.ts";

const mostShown = 60;

/** A plot of the utilities of at most sixty items with their intervals, best at the top. */
export function rankingPlot(all: readonly NamedRankedItem[], converged: boolean): string {
  const items = all.slice(0, mostShown).map((item) => ({ ...item, name: xmlSafeText(item.name) }));
  const longest = Math.min(34, Math.max(...items.map(({ name }) => name.length)));
  const label = (name: string): string => shortened(name, 34);
  const whiskers = items.filter(({ interval }) => interval !== undefined);
  return draw({
    height: 60 + 21 * items.length,
    marginLeft: 24 + 7.2 * longest,
    marginTop: 12,
    y: {
      domain: items.map(({ place }) => place),
      tickFormat: (place: number) => label(items[place - 1].name),
      tickSize: 0,
      label: null,
    },
    x: { label: axisLabel(converged, whiskers.length > 0), grid: true, nice: true },
    marks: [
      Plot.ruleX([0], { strokeOpacity: 0.35 }),
      Plot.ruleY(whiskers, {
        y: "place",
        x1: (item: NamedRankedItem) => item.interval?.[0],
        x2: (item: NamedRankedItem) => item.interval?.[1],
        stroke: "var(--series-1, #0072b2)",
        strokeWidth: 2,
      }),
      Plot.dot(items, {
        y: "place",
        x: "utility",
        fill: "var(--series-2, #d55e00)",
        r: 4,
        title: (item: NamedRankedItem) => `${item.name}: ${item.utility.toFixed(3)}`,
      }),
    ],
  });
}

function axisLabel(converged: boolean, hasIntervals: boolean): string {
  if (!converged) return "utility (NOT CONVERGED)";
  return hasIntervals ? "utility (with 95 % interval)" : "utility";
}

/** The plot as a standalone SVG file on white. */
export function rankingSvg(items: readonly NamedRankedItem[], converged: boolean): string {
  return joinDrawings([rankingPlot(items, converged)]);
}
