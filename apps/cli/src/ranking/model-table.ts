import { printableText } from "@tierwise/data/printable-text";
import type { Colors } from "../terminal/session.ts";
import { renderTable, shortened } from "../terminal/table.ts";
import { type LeaderboardItem, percentage } from "./leaderboard.ts";

/** The maximum number of places that are drawn as bars. */
const MOST_DRAWN = 40;
const bars = [..." ▁▂▃▄▅▆▇█"];

/** A table of each item's places in a new ranking, with one bar per place if the number of places is between two and forty. */
export function modelTable(items: readonly LeaderboardItem[], colors: Colors): string {
  const k = items[0]?.model?.placeProbabilities.length ?? 0;
  const isDrawn = k >= 2 && k <= MOST_DRAWN;
  const most = items.reduce((most, { model }) => Math.max(most, ...(model?.placeProbabilities ?? [])), 0);
  const rows = items.flatMap(({ place, name, model }) => {
    if (model === undefined) return [];
    const { expectedRank, probabilityFirst, probabilityTop, placeProbabilities } = model;
    return [
      [
        String(place),
        shortened(printableText(name), 40),
        expectedRank.toFixed(2),
        percentage(probabilityFirst),
        percentage(probabilityTop),
        ...(isDrawn ? [placeProbabilities.map((p) => bars[Math.round((8 * p) / most)]).join("")] : []),
      ],
    ];
  });
  const head = ["#", "item", "mean rank", "P(first)", `P(top ${k})`, ...(isDrawn ? [`places 1 to ${k}`] : [])];
  return renderTable({ head, rows, align: ["right", "left", "right", "right", "right", "left"] }, colors);
}
