import type { BattleFit, NamedFit } from "@tierwise/aggregate";
import type { BattleTable } from "@tierwise/data";
import { writeFileAtomic } from "@tierwise/data/files";
import { htmlFigure, htmlTable } from "../report/html.ts";
import { markupText } from "../report/markup-text.ts";
import { reportPage } from "../report/page.ts";
import { count, counted } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";
import { groupLetters, type Leaderboard, type LeaderboardItem, percentage, rankRange } from "./leaderboard.ts";
import { rankingPlot } from "./ranking-plot.ts";
import { slicesSection } from "./slices-section.ts";
import type { ScaledSlice } from "./slices-table.ts";

export interface RankingReport {
  readonly session: Session;
  readonly path: string;
  /** How the file was interpreted, in one line. */
  readonly reading: string;
  readonly board: Leaderboard;
  readonly fit: NamedFit | BattleFit;
  /** The battles that were fitted; undefined for other preferences. */
  readonly battles: BattleTable | undefined;
  /** The slices of `--by` on the scale of the board; undefined without it. */
  readonly slices: readonly ScaledSlice[] | undefined;
  readonly by: string | undefined;
  readonly observations: number;
  readonly seconds: number;
  /** The seed of the fit; undefined if nothing in it is random. */
  readonly seed: number | undefined;
}

export async function writeRankingReport(path: string, report: RankingReport): Promise<void> {
  const { session, board, fit, battles, slices, by = "", observations, seconds, seed } = report;
  const { items, scale, ranks } = board;
  const checks =
    battles !== undefined && "ties" in fit
      ? (await import("./battle-sections.ts")).battleSections(battles, fit, board)
      : [];
  const places = items[0]?.model === undefined ? [] : [(await import("./model-section.ts")).modelSection(items)];
  const words = battles === undefined ? "observations" : "battles";
  const page = reportPage({
    title:
      battles === undefined
        ? `Ranking of ${counted(items.length, "item")}`
        : `Leaderboard of ${counted(items.length, "item")}`,
    lead: fit.converged
      ? `The most likely ${battles === undefined ? "Plackett-Luce" : "Bradley-Terry"} utilities given ${count(observations)} ${words} in ${report.path}.`
      : `NOT CONVERGED: the fit of ${count(observations)} ${words} in ${report.path} stopped before it reached the most likely utilities.`,
    cards: [
      { value: items[0]?.name ?? "–", name: firstName(items[0]) },
      { value: count(observations), name: words },
      ...("ties" in fit
        ? [{ value: `${(100 * fit.ties.share).toFixed(1)} %`, name: `ties (${fit.ties.method})` }]
        : []),
      { value: fit.logLikelihood.toPrecision(6), name: "log-likelihood" },
      { value: `${seconds.toFixed(2)} s`, name: `time, ${fit.iterations} iterations` },
    ],
    sections: [
      {
        title: "Ranking",
        html: htmlFigure(rankingPlot(board, fit.converged), rankingCaption(board, fit)),
      },
      { title: "Complete ranking", html: completeRanking(board) },
      ...places,
      ...(slices === undefined ? [] : [slicesSection(slices, by, board)]),
      ...checks,
      { title: "Input", html: `<p>${markupText(report.reading)}</p>` },
    ],
    command: session.commandLine,
    seed: [
      ...(seed === undefined ? [] : [String(seed)]),
      ...(ranks === undefined || fit.draws !== undefined ? [] : [`1 for the ${count(ranks.draws)} draws of ranks`]),
      ...(seed === undefined ? ["nothing else is random"] : []),
    ].join("; "),
    details: scale.anchor === undefined ? {} : { anchor: `${scale.anchor.name} = ${scale.anchor.value}` },
  });
  await writeFileAtomic(path, page);
}

function firstName(first: LeaderboardItem | undefined): string {
  const p = first?.probabilityBest;
  return p === undefined ? "first" : `first, best with probability ${percentage(p)}`;
}

function rankingCaption({ ranks }: Leaderboard, { interval }: NamedFit): string {
  const method = interval === undefined ? "" : ` by ${interval.method}`;
  const how =
    ranks === undefined
      ? ""
      : " The intervals on the right contain the ranks that are consistent with the data, with at least 95 % confidence per item.";
  return `Dots are estimates, and lines are 95 % intervals${method}; at most sixty items are shown.${how}`;
}

/** Formats the complete ranking as an HTML table. */
function completeRanking({ items, scale, ranks }: Leaderboard): string {
  const decimals = Math.min(2, scale.decimals);
  const rows = items.map(({ place, name, value, standardError, valueInterval, ...item }) => [
    `${place}. ${name}`,
    value.toFixed(scale.decimals),
    ...(scale.name === "utility" ? [standardError?.toFixed(3) ?? "–"] : []),
    valueInterval === undefined ? "–" : `${valueInterval[0].toFixed(decimals)} … ${valueInterval[1].toFixed(decimals)}`,
    ...(ranks === undefined
      ? []
      : [
          item.rankInterval === undefined ? "–" : rankRange(item.rankInterval),
          percentage(item.probabilityBest ?? 0),
          percentage(item.probabilityTop ?? 0),
          groupLetters(item.groups ?? []),
        ]),
  ]);
  const head = [
    "item",
    scale.name,
    ...(scale.name === "utility" ? ["±"] : []),
    "95 % interval",
    ...(ranks === undefined ? [] : ["rank", "P(best)", `P(top ${ranks.k})`, "group"]),
  ];
  const caption = ranks === undefined ? {} : { caption: "Items that share a letter cannot be separated by the data." };
  return htmlTable({ ...caption, head, rows });
}
