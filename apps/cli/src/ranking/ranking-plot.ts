import { joinDrawings } from "@tierwise/studies/figures";
import { draw, Plot } from "../report/draw.ts";
import { xmlSafeText } from "../report/markup-text.ts";
import { shortened } from "../terminal/table.ts";
import { type Leaderboard, type LeaderboardItem, percentage, rankRange } from "./leaderboard.ts";

const mostShown = 60;

/** A plot of at most sixty items, the best at the top: their values and intervals on the scale, and rank intervals on the right. */
export function rankingPlot({ items: all, scale }: Leaderboard, converged: boolean): string {
  const items = all.slice(0, mostShown).map((item) => ({ ...item, name: xmlSafeText(item.name) }));
  const longest = Math.min(34, Math.max(...items.map(({ name }) => name.length)));
  const label = (name: string): string => shortened(name, 34);
  const whiskers = items.filter(({ valueInterval }) => valueInterval !== undefined);
  const ranks = items.filter(({ rankInterval }) => rankInterval !== undefined);
  return draw({
    height: 60 + 21 * items.length,
    marginLeft: 24 + 7.2 * longest,
    marginRight: ranks.length > 0 ? 74 : 20,
    marginTop: ranks.length > 0 ? 24 : 12,
    y: {
      domain: items.map(({ place }) => place),
      tickFormat: (place: number) => label(items[place - 1].name),
      tickSize: 0,
      label: null,
    },
    x: { label: axisLabel(scale.name, converged, whiskers.length > 0), grid: true, nice: true },
    marks: [
      ...(scale.name === "utility" ? [Plot.ruleX([0], { strokeOpacity: 0.35 })] : []),
      Plot.ruleY(whiskers, {
        y: "place",
        x1: (item: LeaderboardItem) => item.valueInterval?.[0],
        x2: (item: LeaderboardItem) => item.valueInterval?.[1],
        stroke: "var(--series-1, #0072b2)",
        strokeWidth: 2,
      }),
      Plot.dot(items, {
        y: "place",
        x: "value",
        fill: "var(--series-2, #d55e00)",
        r: 4,
        title: (item: LeaderboardItem) => `${item.name}: ${item.value.toFixed(scale.decimals)}${rankTitle(item)}`,
      }),
      Plot.text(ranks, {
        y: "place",
        text: ({ rankInterval }: LeaderboardItem) => (rankInterval === undefined ? "" : rankRange(rankInterval)),
        frameAnchor: "right",
        textAnchor: "end",
        dx: 66,
        fontSize: 11,
      }),
      ...(ranks.length > 0
        ? [Plot.text(["rank"], { frameAnchor: "top-right", textAnchor: "end", dx: 66, dy: -18, fontWeight: 600 })]
        : []),
    ],
  });
}

function rankTitle({ rankInterval, probabilityBest }: LeaderboardItem): string {
  if (rankInterval === undefined || probabilityBest === undefined) return "";
  return `, rank ${rankRange(rankInterval)}, best with probability ${percentage(probabilityBest)}`;
}

function axisLabel(scale: string, converged: boolean, hasIntervals: boolean): string {
  if (!converged) return `${scale} (NOT CONVERGED)`;
  return hasIntervals ? `${scale} (with 95 % interval)` : scale;
}

/** The plot of a leaderboard as a standalone SVG file with a white background. */
export function rankingSvg(board: Leaderboard, converged: boolean): string {
  return joinDrawings([rankingPlot(board, converged)]);
}
