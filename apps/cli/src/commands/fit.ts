import type { FitSettings, NamedRankedItem } from "@tierwise/aggregate";
import type { Reading } from "@tierwise/data";
import { writeFileAtomic } from "@tierwise/data/files";
import { encodeTsvField } from "@tierwise/data/printable-text";
import { type LossName, lossNames } from "@tierwise/losses/catalog";
import type { Command } from "commander";
import { namedItems } from "../data/named-items.ts";
import { readPreferencesNoted } from "../data/read-preferences-noted.ts";
import { filesName, readingLine } from "../data/reading-line.ts";
import { UsageError } from "../errors/usage-error.ts";
import { createCommand } from "../options/common-options.ts";
import { integer, number, oneOf } from "../options/numbers.ts";
import { addSourceOptions, layoutsHelp, type SourceFlags } from "../options/source-options.ts";
import { unbeatenItemsProblem, unconvergedProblem } from "../ranking/fit-problem.ts";
import { frequentItems, itemCounts, rankingNotes } from "../ranking/item-counts.ts";
import { rankingTable } from "../ranking/ranking-table.ts";
import { count } from "../terminal/numbers.ts";
import { type CommonOptions, createSession } from "../terminal/session.ts";

interface FitFlags extends CommonOptions, SourceFlags {
  readonly prior?: number;
  readonly maxTier?: number;
  readonly loss?: LossName;
  readonly solver?: "adagrad" | "lbfgs";
  readonly seed?: number;
  readonly maxIterations?: number;
  readonly allowUnconverged?: boolean;
  readonly top: number;
  readonly names?: string;
  readonly minItemRatings?: number;
  readonly out?: string;
  readonly plot?: string;
  readonly report?: string;
}

/** `tierwise fit FILE`. */
export function fitCommand(): Command {
  const command = createCommand("fit", [
    "tierwise fit votes.toi",
    "tierwise fit ratings.csv --min-ratings 5 --prior 0.1 --top 20",
    "tierwise fit ratings.csv --names movies.csv --min-item-ratings 20 --prior 0.1",
    "tierwise fit battles.jsonl.gz --plot ranking.svg --out ranking.tsv",
    "tierwise fit export.csv --columns user=Reviewer,item=Product,rating=Stars",
  ])
    .argument(
      "<files...>",
      "battles, ratings, votes or other preferences; several files of the same layout; - for standard input",
    )
    .option("--prior <x>", "weight of the prior that keeps utilities finite, such as 0.1 (default: 0)", number(0))
    .option("--max-tier <m>", "omit the terms of tiers larger than this (default: no limit)", integer(1))
    .option("--loss <name>", `loss to minimize: ${lossNames.join(", ")} (default: pl-partition)`, oneOf(lossNames))
    .option(
      "--solver <name>",
      "lbfgs, or adagrad for mini-batches as in the paper (default: lbfgs for pl-partition, otherwise adagrad)",
      oneOf(["lbfgs", "adagrad"]),
    )
    .option("--seed <n>", "adagrad: seed of all random choices (default: 0)", integer(0))
    .option(
      "--max-iterations <n>",
      "maximum number of iterations, or of epochs with adagrad (default: 1000)",
      integer(1),
    )
    .option("--allow-unconverged", "show the ranking even if the fit has not converged, without intervals")
    .option("--top <n>", "number of items to show, 0 for all", integer(0), 30)
    .option("--names <file>", "file with the names of items: two columns with a header, such as movieId,title")
    .option("--min-item-ratings <n>", "leave items with fewer observations out of the ranking", integer(1))
    .option("-o, --out <file>", "write the complete ranking as TSV")
    .option("--plot <file.svg>", "save a plot of utilities and intervals as SVG")
    .option("--report <file.html>", "write an HTML page with the ranking and its plot");
  return addSourceOptions(command).addHelpText("after", layoutsHelp()).action(runFit);
}

async function runFit(paths: string[], flags: FitFlags): Promise<void> {
  const session = createSession(flags);
  const path = filesName(paths);
  const { itemNames: ids, preferences, weights, reading } = await readPreferencesNoted(paths, flags, session);
  const itemNames = flags.names === undefined ? ids : await namedItems(flags.names, ids, session);
  const { fitUtilities, rankedItems } = await import("@tierwise/aggregate");
  const settings: FitSettings = {
    ...(flags.prior === undefined ? {} : { prior: flags.prior }),
    ...(flags.maxTier === undefined ? {} : { maxTier: flags.maxTier }),
    ...(await solverOptions(flags)),
  };
  const started = performance.now();
  const fit = fitUtilities({ itemNames, preferences, weights }, settings);
  const seconds = (performance.now() - started) / 1000;
  if (fit.unbeatenItems !== undefined) throw new Error(unbeatenItemsProblem(fit, itemNames));
  const problem = fit.converged ? undefined : unconvergedProblem(fit, byAdaGrad(flags));
  if (problem !== undefined && flags.allowUnconverged !== true) {
    throw new Error(`${problem}; --allow-unconverged shows the ranking anyway`);
  }
  const counts = itemCounts({ itemNames, preferences, weights });
  const { ranked, left } = frequentItems(rankedItems(fit), counts, flags.minItemRatings);
  const observations = weights.reduce((sum, weight) => sum + weight, 0);
  const { converged, logLikelihood, gradientNorm, iterations } = fit;
  session.note(
    `${path}: ${count(observations)} observations of ${count(itemNames.length)} items; ${iterations} iterations in ${seconds.toFixed(2)} s`,
  );
  if (problem !== undefined) session.print(session.colors.yellow(`NOT CONVERGED: ${problem}`));
  const shown = flags.top === 0 ? ranked : ranked.slice(0, flags.top);
  session.print(rankingTable(shown, session.colors, session.width, showsCounts(flags, reading) ? counts : undefined));
  if (shown.length < ranked.length) session.print(`… the best ${shown.length} of ${ranked.length}; --top 0 shows all`);
  for (const line of rankingNotes({ fit, ranked, shown, counts, left, flags })) session.note(line);
  const state = problem === undefined ? { converged } : { converged, problem };
  const items = ranked.map(({ item, ...named }) => ({ ...named, observations: counts[item] }));
  session.result({ reading, observations, ...state, logLikelihood, gradientNorm, iterations, seconds, items });
  if (flags.out !== undefined) await writeFileAtomic(flags.out, rankingTsv(ranked));
  if (flags.plot !== undefined) {
    const { rankingSvg } = await import("../ranking/ranking-plot.ts");
    await writeFileAtomic(flags.plot, rankingSvg(ranked, converged));
  }
  if (flags.report !== undefined) {
    const { writeRankingReport } = await import("../ranking/ranking-report.ts");
    const seed = byAdaGrad(flags) ? seedOf(flags) : undefined;
    await writeRankingReport(flags.report, {
      session,
      path,
      reading: readingLine(path, reading),
      ranked,
      fit,
      observations,
      seconds,
      seed,
    });
  }
}

/** Whether the table has a column with the number of observations of each item: for ratings and the like, or if items are chosen by it. */
function showsCounts({ names, minItemRatings }: FitFlags, { format }: Reading): boolean {
  return (
    names !== undefined ||
    minItemRatings !== undefined ||
    ["ratings", "places", "clicks", "impressions"].includes(format)
  );
}

/** Whether the fit uses mini-batches rather than maximizing the likelihood of all observations at once. */
function byAdaGrad({ loss, solver }: FitFlags): boolean {
  return solver === "adagrad" || (loss !== undefined && loss !== "pl-partition");
}

/** The seed of mini-batches. */
function seedOf({ seed = 0 }: FitFlags): number {
  return seed;
}

async function solverOptions(flags: FitFlags): Promise<Pick<FitSettings, "loss" | "solver">> {
  const { adaGrad, lbfgs } = await import("@tierwise/aggregate");
  const { loss, solver, seed, maxIterations } = flags;
  if (!byAdaGrad(flags)) {
    if (seed !== undefined) throw new UsageError("--seed requires --solver adagrad");
    return maxIterations === undefined ? {} : { solver: lbfgs({ maxIterations }) };
  }
  if (solver === "lbfgs") throw new UsageError("--solver lbfgs maximizes the likelihood; expected --loss pl-partition");
  const limit = maxIterations === undefined ? {} : { epochs: maxIterations };
  return { solver: adaGrad({ seed: seedOf(flags), ...limit }), ...(loss && { loss }) };
}

function rankingTsv(items: readonly NamedRankedItem[]): string {
  const lines = items.map(({ place, name, utility, standardError, interval }) =>
    [place, encodeTsvField(name), utility, standardError ?? "", ...(interval ?? ["", ""])].join("\t"),
  );
  return `${["place\titem\tutility\tstandardError\tfrom\tto", ...lines].join("\n")}\n`;
}
