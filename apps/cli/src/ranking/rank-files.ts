import { rankedItems } from "@tierwise/aggregate";
import type { Reading, ReadPreferencesOptions, ReadPreferencesResult } from "@tierwise/data";
import { writeFileAtomic } from "@tierwise/data/files";
import { namedItems } from "../data/named-items.ts";
import { readPreferencesNoted } from "../data/read-preferences-noted.ts";
import { filesName, readingLine } from "../data/reading-line.ts";
import { type QueueFlags, usesQueue } from "../options/common-options.ts";
import { checkRankingFlags, keptColumns } from "../options/ranking-options.ts";
import type { SourceFlags } from "../options/source-options.ts";
import { counted } from "../terminal/numbers.ts";
import { type CommonOptions, createSession } from "../terminal/session.ts";
import { byAdaGrad, type FittingFlags, fitDataset, seedOf } from "./fit-dataset.ts";
import { unbeatenItemsProblem, unconvergedProblem } from "./fit-problem.ts";
import type { GroupCount } from "./group-count.ts";
import { frequentItems, itemCounts, leaderboardOf, utilityScale } from "./leaderboard.ts";
import type { printBattleResults } from "./print-battle-results.ts";
import { rankingJson } from "./ranking-json.ts";
import { scaleOf } from "./ranking-settings.ts";
import { rankingNotes, rankingTable } from "./ranking-table.ts";

export interface RankFlags extends CommonOptions, FittingFlags, QueueFlags, SourceFlags {
  readonly allowUnconverged?: boolean;
  readonly top: number;
  readonly names?: string;
  readonly minItemRatings?: number;
  readonly out?: string;
  readonly plot?: string;
  readonly report?: string;
  readonly mixture?: GroupCount;
  readonly modelProbabilities?: number;
}

/** Reads files of preferences, fits a ranking, prints it and writes the output files that the flags name. */
export async function rankFiles(paths: readonly string[], flags: RankFlags): Promise<void> {
  checkRankingFlags(flags);
  const model = flags.modelProbabilities === undefined ? undefined : await import("./model-probabilities.ts");
  model?.checkModelFlags(flags);
  const session = createSession(flags);
  const path = filesName(paths);
  const dataset = await readPreferencesNoted(paths, flags, session, battleReading(flags));
  const { preferences, weights, reading } = dataset;
  const itemNames =
    flags.names === undefined ? dataset.itemNames : await namedItems(flags.names, dataset.itemNames, session);
  const { mixture } = flags;
  if (mixture !== undefined) {
    const { rankMixture } = await import("./rank-mixture.ts");
    return rankMixture({ itemNames, preferences, weights }, { ...flags, mixture }, session);
  }
  const scale = flags.scale === undefined ? utilityScale : scaleOf(flags, itemNames);
  const started = performance.now();
  const named = { ...dataset, itemNames };
  const { fit, slices } = usesQueue(flags)
    ? await (await import("./fit-on-queue.ts")).fitOnQueue(named, flags, path, session)
    : await fitDataset(named, flags, path);
  const seconds = (performance.now() - started) / 1000;
  if (fit.unbeatenItems !== undefined) throw new Error(unbeatenItemsProblem(fit, itemNames));
  const problem = fit.converged ? undefined : unconvergedProblem(fit, byAdaGrad(flags));
  if (problem !== undefined && flags.allowUnconverged !== true) {
    throw new Error(`${problem}; --allow-unconverged shows the ranking anyway`);
  }
  const counts = itemCounts({ itemNames, preferences, weights });
  const { ranked, left } = frequentItems(rankedItems(fit), counts, flags.minItemRatings);
  const plain = leaderboardOf(fit, ranked, scale);
  const items = model?.withModelProbabilities(plain.items, flags.modelProbabilities ?? 1) ?? plain.items;
  const board = { ...plain, items };
  const observations = observationsOf(dataset);
  const { converged, logLikelihood, gradientNorm, iterations } = fit;
  session.note(
    `${path}: ${counted(observations, "observation")} of ${counted(itemNames.length, "item")}; ${counted(iterations, "iteration")} in ${seconds.toFixed(2)} s`,
  );
  if (problem !== undefined) session.print(session.colors.yellow(`NOT CONVERGED: ${problem}`));
  const shown = flags.top === 0 ? board.items : board.items.slice(0, flags.top);
  const seen = showsCounts(flags, reading) ? counts : undefined;
  session.print(rankingTable({ ...board, items: shown }, session.colors, session.width, seen));
  if (shown.length < ranked.length) session.print(`… the best ${shown.length} of ${ranked.length}; --top 0 shows all`);
  for (const line of rankingNotes({ fit, board, shown, counts, left, flags })) session.note(line);
  if (model !== undefined) {
    const { modelTable } = await import("./model-table.ts");
    session.print(`\nPlaces in a new ranking of all ${counted(board.items.length, "item")}, under the fitted model:`);
    session.print(modelTable(shown, session.colors));
  }
  const scaled = "ties" in fit ? await printBattles(fit, slices, { board, shown, flags, session }) : undefined;
  const state = problem === undefined ? { converged } : { converged, problem };
  if (session.json) {
    const facts = { reading, observations, ...state, logLikelihood, gradientNorm, iterations, seconds };
    session.result({ ...facts, ...rankingJson(board, counts, fit, scaled) });
  }
  if (flags.out !== undefined) {
    const { rankingTsv } = await import("./ranking-tsv.ts");
    await writeFileAtomic(flags.out, rankingTsv(board));
  }
  if (flags.plot !== undefined) {
    const { rankingSvg } = await import("./ranking-plot.ts");
    await writeFileAtomic(flags.plot, rankingSvg(board, converged));
  }
  if (flags.report !== undefined) {
    const { writeRankingReport } = await import("./ranking-report.ts");
    await writeRankingReport(flags.report, {
      ...{ session, path, reading: readingLine(path, reading), board, fit, observations, seconds },
      seed: seedOf(flags),
      ...{ slices: scaled, by: flags.by },
      battles: "ties" in fit ? dataset.battles : undefined,
    });
  }
}

/** Whether the table shows the number of observations per item. */
function showsCounts({ names, minItemRatings }: RankFlags, { format }: Reading): boolean {
  return (
    names !== undefined ||
    minItemRatings !== undefined ||
    ["ratings", "places", "clicks", "impressions"].includes(format)
  );
}

/** Prints the results of battles. The code is loaded only for battles. */
async function printBattles(
  ...args: Parameters<typeof printBattleResults>
): Promise<ReturnType<typeof printBattleResults>> {
  return (await import("./print-battle-results.ts")).printBattleResults(...args);
}

/** The reader options for battles, which state the columns to keep and how ties are counted. */
function battleReading(
  flags: RankFlags,
): Pick<ReadPreferencesOptions, "keep" | "ties"> & { readonly tieWords?: string } {
  const kept = keptColumns(flags);
  if (flags.ties === "drop") return { ...kept, ties: "drop" };
  return flags.ties === "davidson" ? { ...kept, tieWords: "ties are a separate outcome" } : kept;
}

/** The number of observations, which include ties for battles. */
function observationsOf({ battles, weights }: ReadPreferencesResult): number {
  return (battles?.weights ?? weights).reduce((sum, weight) => sum + weight, 0);
}
