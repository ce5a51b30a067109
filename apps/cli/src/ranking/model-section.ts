import { draw, Plot } from "../report/draw.ts";
import { htmlFigure, htmlTable } from "../report/html.ts";
import { xmlSafeText } from "../report/markup-text.ts";
import type { ReportSection } from "../report/page.ts";
import { shortened } from "../terminal/table.ts";
import { type LeaderboardItem, percentage } from "./leaderboard.ts";

/** The maximum number of items and of places in the heat map. */
const MOST_DRAWN = 30;
/** The maximum number of places for which cells contain percentages. */
const MOST_WITH_NUMBERS = 16;

interface Cell {
  readonly row: number;
  readonly place: number;
  readonly p: number;
  readonly title: string;
}

/** The section of a report that shows the places of each item in a ranking drawn from the model. */
export function modelSection(items: readonly LeaderboardItem[]): ReportSection {
  const k = items[0]?.model?.placeProbabilities.length ?? 0;
  const limits =
    items.length > MOST_DRAWN || k > MOST_DRAWN ? ` At most ${MOST_DRAWN} items and places are shown.` : "";
  const rows = items.flatMap(({ place, name, model }) =>
    model === undefined
      ? []
      : [
          [
            `${place}. ${name}`,
            model.expectedRank.toFixed(2),
            percentage(model.probabilityFirst),
            percentage(model.probabilityTop),
          ],
        ],
  );
  return {
    title: "Places in a new ranking",
    text: "The probability, under the fitted model, that an item takes a place in a new ranking of all these items. Unlike P(best) above, these probabilities describe how much rankings vary, not how uncertain the utilities are.",
    html:
      htmlFigure(placePlot(items), `Probability of each place, in percent.${limits}`) +
      htmlTable({ head: ["item", "mean rank", "P(first)", `P(top ${k})`], rows }),
  };
}

/** A heat map of the probabilities of places, with the best items first. */
function placePlot(all: readonly LeaderboardItem[]): string {
  const items = all.slice(0, MOST_DRAWN);
  const names = items.map(({ name }) => shortened(xmlSafeText(name), 24));
  const cells = items.flatMap(({ model }, row) =>
    (model?.placeProbabilities ?? []).slice(0, MOST_DRAWN).map(
      (p, r): Cell => ({
        row,
        place: r + 1,
        p,
        title: `${names[row]}, place ${r + 1}: ${(100 * p).toPrecision(3)} %`,
      }),
    ),
  );
  const places = cells.reduce((most, { place }) => Math.max(most, place), 0);
  const most = cells.reduce((most, { p }) => Math.max(most, p), 0);
  const margin = 20 + 6.4 * Math.max(...names.map(({ length }) => length));
  const [width, step] = [760, Math.max(18, Math.min(44, 560 / places))];
  return draw({
    width,
    height: 24 * items.length + 48,
    marginLeft: margin,
    marginTop: 36,
    marginBottom: 12,
    marginRight: Math.max(20, width - margin - step * places),
    x: {
      axis: "top",
      domain: Array.from({ length: places }, (_, r) => r + 1),
      tickSize: 0,
      label: "place",
      padding: 0.04,
    },
    y: {
      domain: items.map((_, row) => row),
      tickFormat: (row: number) => names[row],
      tickSize: 0,
      label: null,
      padding: 0.04,
    },
    color: { scheme: "Blues", domain: [0, most] },
    marks: [
      Plot.cell(cells, { x: "place", y: "row", fill: "p", rx: 2, title: "title" }),
      ...(places <= MOST_WITH_NUMBERS
        ? [
            Plot.text(cells, {
              x: "place",
              y: "row",
              text: ({ p }: Cell) => (p < 0.005 ? "" : (100 * p).toFixed(0)),
              fill: ({ p }: Cell) => (p > 0.6 * most ? "#ffffff" : "#1f2328"),
              fontSize: 11,
              pointerEvents: "none",
            }),
          ]
        : []),
    ],
  });
}
