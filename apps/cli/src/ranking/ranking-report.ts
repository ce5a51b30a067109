import type { Fit, NamedRankedItem } from "@tierwise/aggregate";
import { writeFileAtomic } from "@tierwise/data/files";
import { htmlFigure, htmlTable } from "../report/html.ts";
import { markupText } from "../report/markup-text.ts";
import { reportPage } from "../report/page.ts";
import { count } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";
import { rankingPlot } from "./ranking-plot.ts";

/** The contents of a report on a ranking. */
export interface RankingReport {
  readonly session: Session;
  readonly path: string;
  /** How the file was understood, in one line. */
  readonly reading: string;
  readonly ranked: readonly NamedRankedItem[];
  readonly fit: Fit;
  readonly observations: number;
  readonly seconds: number;
  /** The seed of the fit; undefined if nothing in it is random. */
  readonly seed: number | undefined;
}

/** Writes the report page. */
export async function writeRankingReport(path: string, report: RankingReport): Promise<void> {
  const { session, ranked, fit, observations, seconds, seed } = report;
  const rows = ranked.map(({ place, name, utility, standardError, interval }) => [
    `${place}. ${name}`,
    utility.toFixed(3),
    standardError?.toFixed(3) ?? "–",
    interval === undefined ? "–" : `${interval[0].toFixed(2)} … ${interval[1].toFixed(2)}`,
  ]);
  const page = reportPage({
    title: `Ranking of ${count(ranked.length)} items`,
    lead: fit.converged
      ? `The most likely Plackett-Luce utilities given ${count(observations)} observations in ${report.path}.`
      : `NOT CONVERGED: the fit of ${count(observations)} observations in ${report.path} stopped before it reached the most likely utilities.`,
    cards: [
      { value: ranked[0]?.name ?? "–", name: "first" },
      { value: fit.logLikelihood.toPrecision(6), name: "log-likelihood" },
      { value: String(fit.iterations), name: "iterations" },
      { value: `${seconds.toFixed(2)} s`, name: "time" },
    ],
    sections: [
      {
        title: "Utilities",
        html: htmlFigure(
          rankingPlot(ranked, fit.converged),
          "Dots are utilities, lines are 95 % intervals; at most sixty items are drawn.",
        ),
      },
      { title: "Input", html: `<p>${markupText(report.reading)}</p>` },
      { title: "Complete ranking", html: htmlTable({ head: ["item", "utility", "±", "95 % interval"], rows }) },
    ],
    command: session.commandLine,
    seed: seed === undefined ? "none; nothing here is random" : String(seed),
  });
  await writeFileAtomic(path, page);
}
