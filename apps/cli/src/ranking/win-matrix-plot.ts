import type { WinMatrix } from "@tierwise/aggregate";
import { draw, Plot } from "../report/draw.ts";
import { xmlSafeText } from "../report/markup-text.ts";
import { shortened } from "../terminal/table.ts";
import type { LeaderboardItem } from "./leaderboard.ts";

/** The maximum number of items in the heat map. */
export const mostInMatrix = 30;
/** The maximum number of items for which cells contain percentages. */
const mostWithNumbers = 16;

/** A pair of items in the heat map. */
interface Cell {
  readonly row: number;
  readonly column: number;
  readonly share: number;
  readonly title: string;
}

/** A heat map of win probabilities with the best items first, observed above the diagonal and predicted below it. */
export function winMatrixPlot({ predicted, observed, counts }: WinMatrix, all: readonly LeaderboardItem[]): string {
  const items = all.slice(0, mostInMatrix);
  const n = Math.sqrt(counts.length);
  const names = items.map(({ name }) => shortened(xmlSafeText(name), 24));
  const cells = items.flatMap(({ item: i }, row) =>
    items.flatMap(({ item: j }, column): Cell[] => {
      const at = i * n + j;
      const share = column > row ? observed[at] : predicted[at];
      if (row === column || !Number.isFinite(share)) return [];
      const title = `${names[row]} against ${names[column]}: ${observedWords(observed[at], counts[at])}, predicted ${percent(predicted[at])} %`;
      return [{ row, column, share, title }];
    }),
  );
  const longest = Math.max(...names.map(({ length }) => length));
  const step = Math.max(18, Math.min(44, 620 / items.length));
  const margin = 20 + 6.4 * longest;
  const width = 760;
  return draw({
    width,
    height: step * items.length + margin * 0.75 + 12,
    marginLeft: margin,
    marginTop: margin * 0.75,
    marginBottom: 12,
    marginRight: Math.max(20, width - margin - step * items.length),
    x: {
      axis: "top",
      domain: items.map((_, k) => k),
      tickFormat: (k: number) => names[k],
      tickRotate: -45,
      tickSize: 0,
      label: null,
      padding: 0.04,
    },
    y: {
      domain: items.map((_, k) => k),
      tickFormat: (k: number) => names[k],
      tickSize: 0,
      label: null,
      padding: 0.04,
    },
    color: { type: "diverging", scheme: "PuOr", domain: [0, 1], pivot: 0.5 },
    marks: [
      Plot.cell(cells, { x: "column", y: "row", fill: "share", rx: 2, title: "title" }),
      ...(items.length <= mostWithNumbers
        ? [
            Plot.text(cells, {
              x: "column",
              y: "row",
              text: ({ share }: Cell) => percent(share),
              // Text is white on the dark cells at both ends of the color scale.
              fill: ({ share }: Cell) => (Math.abs(share - 0.5) > 0.3 ? "#ffffff" : "#1f2328"),
              fontSize: 11,
              pointerEvents: "none",
            }),
          ]
        : []),
    ],
  });
}

function observedWords(share: number, count: number): string {
  return count > 0 ? `observed ${percent(share)} % of ${Math.round(count)}` : "have not met";
}

function percent(share: number): string {
  return (100 * share).toFixed(0);
}
