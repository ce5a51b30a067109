import {
  type BattleFit,
  type Cycle,
  calibration,
  findCycles,
  itemFits,
  pairCounts,
  winMatrix,
} from "@tierwise/aggregate";
import type { BattleTable } from "@tierwise/data";
import { htmlFigure, htmlTable } from "../report/html.ts";
import { markupText } from "../report/markup-text.ts";
import type { ReportSection } from "../report/page.ts";
import { count } from "../terminal/numbers.ts";
import { battleNotes } from "./battle-notes.ts";
import { calibrationPlot } from "./calibration-plot.ts";
import type { Leaderboard } from "./leaderboard.ts";
import { mostInMatrix, winMatrixPlot } from "./win-matrix-plot.ts";

/** The maximum number of items for which pairs are counted. */
const MOST_ITEMS = 3000;
const worstItems = 10;

/** Report sections that check a fit of battles: ties and effects, win matrix, calibration, cycles, and the worst-fitting items. */
export function battleSections(battles: BattleTable, fit: BattleFit, { items }: Leaderboard): ReportSection[] {
  const found: ReportSection = {
    title: "Ties and effects",
    html: `<ul>${battleNotes(fit)
      .map((line) => `<li>${markupText(line)}</li>`)
      .join("")}</ul>`,
  };
  if (!fit.converged || battles.itemNames.length > MOST_ITEMS) return [found];
  // Utilities fitted with `davidson` or `drop` predict who wins if there is no tie, so ties are not counted.
  const ties = fit.ties.method === "half" ? "half" : "drop";
  const pairs = pairCounts({ ...battles, itemNames: fit.itemNames }, { ties });
  const checked = calibration(pairs, fit.utilities);
  return [
    found,
    {
      title: "Win probabilities",
      html: htmlFigure(
        winMatrixPlot(winMatrix(pairs, fit.utilities), items),
        `The share of battles in which the row's item beats the column's item: observed above the diagonal, predicted below it. Blank cells are pairs without battles.${items.length > mostInMatrix ? ` Only the best ${mostInMatrix} items are shown.` : ""}`,
      ),
    },
    {
      title: "Calibration",
      text: `Do favorites with predicted win probability p win a share p of their battles? The mean difference is ${(100 * checked.error).toFixed(1)} percentage points.`,
      html: htmlFigure(
        calibrationPlot(checked),
        "Lines are 95 % intervals of the observed share; areas grow with the number of battles.",
      ),
    },
    cyclesSection(findCycles(pairs)),
    {
      title: "Worst-fitting items",
      text: "The misfit is about 0 if a single utility explains an item's results; above 3, the results depend on the opponent.",
      html: htmlTable({
        head: ["item", "misfit", "battles", "most surprising opponent", "residual"],
        rows: itemFits(pairs, fit.utilities)
          .slice(0, worstItems)
          .map(({ name = "", misfit, count: met, worstOpponent, worstResidual }) => [
            name,
            misfit.toFixed(1),
            count(Math.round(met)),
            fit.itemNames[worstOpponent] ?? "–",
            `${worstResidual > 0 ? "+" : ""}${worstResidual.toFixed(1)}`,
          ]),
      }),
    },
  ];
}

function cyclesSection(cycles: readonly Cycle[]): ReportSection {
  const supported = cycles.filter((cycle) => cycle.supported);
  const chance = cycles.length - supported.length;
  const others =
    chance === 0 ? "" : ` ${chance === 1 ? "One cycle" : `${chance} cycles`} of majorities may be due to chance.`;
  if (supported.length === 0) {
    return {
      title: "Cycles",
      text: `The data do not support any cycle (A beats B, B beats C, and C beats A).${others}`,
      html: "",
    };
  }
  const rows = supported.map(({ steps, component }) => [
    `${steps.map(({ name = "" }) => name).join(" beats ")} beats ${steps[0].name ?? ""}`,
    steps.map(({ wins, losses }) => `${count(wins)} : ${count(losses)}`).join(", "),
    String(component.length),
  ]);
  return {
    title: "Cycles",
    text: `No order of the items agrees with all of these majorities, each of which is too large to be due to chance.${others}`,
    html: htmlTable({ head: ["cycle", "wins : losses", "items involved"], rows }),
  };
}
